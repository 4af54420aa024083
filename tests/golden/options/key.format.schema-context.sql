-- flags: run key.format.schema-context.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('key.format.schema-context' = 'myContext');
CREATE TABLE d (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('key.format.schema-context' = '.');
CREATE TABLE e (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('key.format.schema-context' = '');
CREATE TABLE t (k INT, v STRING) DISTRIBUTED BY (k);
ALTER TABLE t SET ('key.avro-registry.schema-context' = 'lsrc');
-- given under both names
CREATE TABLE u (k INT, v STRING) DISTRIBUTED BY (k)
  WITH ('key.format.schema-context' = '.a', 'key.avro-registry.schema-context' = '.b');
