-- flags: run
CREATE TABLE t (key STRING, i INT) DISTRIBUTED BY (key) INTO 2 BUCKETS WITH (
  'value.avro-registry.schema-context' = '.lsrc-newcontext',
  'key.format' = 'raw',
  'kafka.retention.time' = '604800000 ms',
  'kafka.cleanup-policy' = 'compact',
  'scan.startup.mode' = 'specific-offsets',
  'scan.startup.specific-offsets' = 'partition:0,offset:3; partition:1,offset:42',
  'error-handling.mode' = 'ignore',
  'error-handling.log.target' = 'my''errors'
);
SHOW CREATE TABLE t;
