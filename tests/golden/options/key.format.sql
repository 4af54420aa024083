-- flags: run key.format.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('key.format' = 'avro_registry_');
CREATE TABLE d (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('key.format' = '');
-- a key column is needed
CREATE TABLE t (k INT, v STRING) WITH ('key.format' = 'raw');
CREATE TABLE u (k INT, v STRING);
ALTER TABLE u SET ('key.format' = 'raw');
