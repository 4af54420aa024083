-- flags: apply --local LOCAL change.ddl
-- flags: plan --local LOCAL
-- flags: plan --json --local LOCAL
-- flags: apply --local LOCAL
-- flags: plan --detailed-exitcode --local LOCAL change.ddl
-- Fewer partitions and an incompatible schema: nothing at all is changed.
CREATE TABLE clicks (u BIGINT, at_ms STRING) DISTRIBUTED BY (u) INTO 1 BUCKETS;
CREATE TABLE log (v STRING) DISTRIBUTED INTO 9 BUCKETS;
