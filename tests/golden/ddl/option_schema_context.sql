-- flags: check
CREATE TABLE t (i INT) WITH ('value.avro-registry.schema-context' = 'myContext');
