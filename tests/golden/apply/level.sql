-- flags: apply --local LOCAL --compatibility FULL
-- flags: plan --local LOCAL --compatibility=FULL
-- flags: plan --local LOCAL --compatibility FULL_TRANSITIVE
-- flags: plan --local LOCAL --compatibility SOME
-- Compatibility levels of the tables' subjects.
CREATE TABLE t (k INT, v INT) DISTRIBUTED BY (k);
