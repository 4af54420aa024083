-- flags: run value.proto-confluent.dead-letter-topic.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-registry', 'value.proto-confluent.dead-letter-topic' = 'letters');
