-- flags: run key.proto-confluent.dead-letter.properties.#.ddl
-- flags: check
-- 'key.proto-confluent.dead-letter.properties.#' of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-registry', 'key.proto-confluent.dead-letter.properties.bootstrap.servers' = 'k:9092');
CREATE TABLE d0 (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.dead-letter-topic' = 'dead', 'key.proto-confluent.dead-letter.properties.bootstrap.servers' = '');
CREATE TABLE d1 (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.dead-letter-topic' = 'dead', 'key.proto-confluent.dead-letter.properties.acks' = 'all');
CREATE TABLE d2 (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.dead-letter-topic' = 'dead', 'key.proto-confluent.dead-letter.properties.sasl.password' = 'x');
