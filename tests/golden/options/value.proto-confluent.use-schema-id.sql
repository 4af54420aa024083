-- flags: run value.proto-confluent.use-schema-id.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-registry', 'value.proto-confluent.use-schema-id' = '7');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.use-schema-id' = '-2');
CREATE TABLE d1 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.use-schema-id' = '2147483648');
CREATE TABLE d2 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.use-schema-id' = 'seven');
