-- flags: apply --local LOCAL --registry dir:.
-- flags: plan --local LOCAL
-- A step fails: what stands before it is named.
CREATE TABLE a (v STRING) WITH ('value.format' = 'raw');
CREATE TABLE b (v STRING);
