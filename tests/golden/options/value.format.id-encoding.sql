-- flags: run value.format.id-encoding.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('value.format.id-encoding' = 'prefix');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('value.format.id-encoding' = '');
-- not with raw; of another format than the table's
CREATE TABLE t (v STRING)
  WITH ('value.format' = 'raw', 'value.format.id-encoding' = 'header');
CREATE TABLE u (v STRING) WITH ('value.json-registry.id-encoding' = 'header');
CREATE TABLE w (v STRING) WITH ('value.format.id-encoding' = 'header');
ALTER TABLE w SET ('value.format' = 'raw');
