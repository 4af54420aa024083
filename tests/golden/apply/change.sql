-- flags: apply --local LOCAL change.ddl
-- flags: plan --local LOCAL
-- flags: plan --json --detailed-exitcode --local LOCAL
-- flags: apply --local LOCAL
-- flags: plan --detailed-exitcode --local LOCAL
-- Partitions, configs and columns that have changed.
CREATE TABLE clicks (u STRING, at_ms BIGINT NOT NULL, note STRING COMMENT 'new')
  DISTRIBUTED BY (u) INTO 4 BUCKETS WITH ('kafka.retention.time' = '1 d');
CREATE TABLE log (v STRING) DISTRIBUTED INTO 3 BUCKETS;
