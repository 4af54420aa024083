-- flags: check
CREATE TABLE t (i INT) WITH (
  'value.format.schema-context' = '.a',
  'value.avro-registry.schema-context' = '.b'
);
