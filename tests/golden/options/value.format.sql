-- flags: run value.format.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('value.format' = 'avro_registry_');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('value.format' = '');
-- a single column of a plain type; registry options have no meaning
CREATE TABLE t (k INT, v STRING) WITH ('value.format' = 'raw');
CREATE TABLE u (v ARRAY<INT>) WITH ('value.format' = 'raw');
CREATE TABLE w (v STRING) WITH ('value.format' = 'raw', 'value.format.schema-context' = '.c');
CREATE TABLE x (v STRING, w STRING);
ALTER TABLE x SET ('value.format' = 'raw');
SELECT * FROM x /*+ OPTIONS('value.format' = 'raw') */;
