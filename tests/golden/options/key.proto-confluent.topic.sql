-- flags: run key.proto-confluent.topic.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-registry', 'key.proto-confluent.topic' = 'orders');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = '');
-- required
CREATE TABLE e (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081');
