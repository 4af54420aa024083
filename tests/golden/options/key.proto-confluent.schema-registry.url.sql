-- flags: run key.proto-confluent.schema-registry.url.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) DISTRIBUTED BY (k) WITH (
  'key.format' = 'proto-registry', 'key.proto-confluent.schema-registry.url' = 'http://other:8081');
