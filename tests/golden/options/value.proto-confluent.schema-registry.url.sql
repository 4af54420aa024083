-- flags: run value.proto-confluent.schema-registry.url.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING) WITH (
  'value.format' = 'proto-registry', 'value.proto-confluent.schema-registry.url' = 'http://other:8081');
