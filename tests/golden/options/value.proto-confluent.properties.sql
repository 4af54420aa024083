-- flags: run value.proto-confluent.properties.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-registry', 'value.proto-confluent.properties' = 'value.subject.name.strategy:io.confluent.kafka.serializers.subject.RecordNameStrategy');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.properties' = 'strategy');
CREATE TABLE d1 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.properties' = 'max.schemas.per.subject:5');
CREATE TABLE d2 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.properties' = 'value.subject.name.strategy:OtherStrategy');
