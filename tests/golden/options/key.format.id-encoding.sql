-- flags: run key.format.id-encoding.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('key.format.id-encoding' = 'prefix');
CREATE TABLE d (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('key.format.id-encoding' = '');
-- not with raw; of another format than the table's
CREATE TABLE t (k INT, v STRING) DISTRIBUTED BY (k)
  WITH ('key.format' = 'raw', 'key.format.id-encoding' = 'header');
CREATE TABLE u (k INT, v STRING) DISTRIBUTED BY (k) WITH ('key.json-registry.id-encoding' = 'header');
CREATE TABLE w (k INT, v STRING) DISTRIBUTED BY (k) WITH ('key.format.id-encoding' = 'header');
ALTER TABLE w SET ('key.format' = 'raw');
