-- flags: run key.proto-confluent.properties.#.ddl
-- flags: check
-- 'key.proto-confluent.properties.#' of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-registry', 'key.proto-confluent.properties.schema.registry.ssl.keystore.type' = 'PEM');
CREATE TABLE d0 (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.properties.schema.registry.ssl.keystore.type' = 'JKS');
CREATE TABLE d1 (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.properties.max.schemas.per.subject' = '5');
CREATE TABLE d2 (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.properties.basic.auth.user.info' = 'x');
