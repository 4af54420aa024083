-- flags: run --proto proto_confluent.proto key.proto-confluent.message-class.ddl
-- flags: check --proto proto_confluent.proto
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-registry', 'key.proto-confluent.message-class' = 'com.example.OrderProto$OrderKey');
CREATE TABLE d0 (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.message-class' = 'com.example.OrderProto$None');
CREATE TABLE d1 (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.message-class' = 'com.example.Order');
