-- flags: apply --local LOCAL change.ddl
-- flags: plan --local LOCAL
-- flags: apply --local LOCAL
-- flags: apply --local LOCAL --allow-drop
-- flags: plan --detailed-exitcode --local LOCAL
-- A topic and both subjects go only if a flag allows it.
DROP TABLE IF EXISTS clicks;
