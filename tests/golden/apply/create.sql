-- flags: plan --detailed-exitcode --local LOCAL
-- flags: apply --local LOCAL
-- flags: plan --detailed-exitcode --local LOCAL
-- flags: apply --local LOCAL --json
-- A second apply finds nothing to do.
CREATE TABLE orders (id INT PRIMARY KEY NOT ENFORCED, name STRING, amount DECIMAL(10, 2))
  DISTRIBUTED INTO 2 BUCKETS;
CREATE TABLE clicks (u STRING, ts TIMESTAMP_LTZ(3)) WITH (
  'kafka.retention.time' = '0', 'kafka.retention.size' = '1 kb', 'kafka.max-message-size' = '5 mb',
  'kafka.message-timestamp-type' = 'LogAppendTime', 'kafka.producer.compression.type' = 'none',
  'kafka.cleanup-policy' = 'delete-compact', 'kafka.compaction.time' = '1 h');
CREATE TABLE lines (v STRING) WITH ('value.format' = 'raw');
CREATE TABLE gone (i INT);
DROP TABLE gone;
