-- flags: run value.proto-confluent.ssl.keystore.password.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-registry', 'value.proto-confluent.ssl.keystore.password' = 'x');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.ssl.keystore.password' = 'x');
CREATE TABLE d1 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.ssl.keystore.password' = '');
