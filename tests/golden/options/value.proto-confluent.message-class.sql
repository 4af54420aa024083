-- flags: run --proto proto_confluent.proto value.proto-confluent.message-class.ddl
-- flags: check --proto proto_confluent.proto
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-registry', 'value.proto-confluent.message-class' = 'com.example.OrderProto$Order');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.message-class' = 'com.example.OrderProto$None');
CREATE TABLE d1 (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-confluent', 'value.proto-confluent.url' = 'http://r:8081', 'value.proto-confluent.topic' = 'orders', 'value.proto-confluent.message-class' = 'com.example.Order');
