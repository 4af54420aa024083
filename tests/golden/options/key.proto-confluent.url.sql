-- flags: run key.proto-confluent.url.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-registry', 'key.proto-confluent.url' = 'http://schema-registry:8081');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = '', 'key.proto-confluent.topic' = 'orders');
-- required
CREATE TABLE e (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.topic' = 'orders');
