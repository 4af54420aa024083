-- flags: run value.proto-confluent.dead-letter.properties.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-registry', 'value.proto-confluent.dead-letter.properties' = 'bootstrap.servers:k:9092');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.dead-letter-topic' = 'dead', 'value.proto-confluent.dead-letter.properties' = 'acks:all');
CREATE TABLE d1 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.dead-letter-topic' = 'dead', 'value.proto-confluent.dead-letter.properties' = 'nothing');
CREATE TABLE d2 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.dead-letter-topic' = 'dead', 'value.proto-confluent.dead-letter.properties' = 'bootstrap.servers:');
