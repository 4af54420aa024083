-- flags: run key.proto-confluent.on-deserialize-error.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-registry', 'key.proto-confluent.on-deserialize-error' = 'skip');
