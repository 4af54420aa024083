-- flags: run value.format.schema-context.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('value.format.schema-context' = 'myContext');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('value.format.schema-context' = '.');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('value.format.schema-context' = '');
CREATE TABLE t (k INT, v STRING);
ALTER TABLE t SET ('value.avro-registry.schema-context' = 'lsrc');
-- given under both names
CREATE TABLE u (k INT, v STRING)
  WITH ('value.format.schema-context' = '.a', 'value.avro-registry.schema-context' = '.b');
