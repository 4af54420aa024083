-- flags: run key.proto-confluent.properties.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-registry', 'key.proto-confluent.properties' = 'key.subject.name.strategy:io.confluent.kafka.serializers.subject.RecordNameStrategy');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.properties' = 'strategy');
CREATE TABLE d1 (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.properties' = 'max.schemas.per.subject:5');
CREATE TABLE d2 (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.properties' = 'key.subject.name.strategy:OtherStrategy');
