-- flags: run value.proto-confluent.url.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-registry', 'value.proto-confluent.url' = 'http://schema-registry:8081');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = '', 'value.proto-confluent.topic' = 'orders');
-- required
CREATE TABLE e (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.topic' = 'orders');
