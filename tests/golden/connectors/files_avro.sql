-- flags: run
-- Container files of two schemas, made by fastavro: null and deflate, each read by the schema in its head.
CREATE TABLE people (id BIGINT, name STRING, price DECIMAL(8, 2), `at` TIMESTAMP(3), tags ARRAY<STRING>) WITH ('connector' = 'filesystem', 'path' = 'files/avro', 'format' = 'avro');
SELECT * FROM people;
SELECT COUNT(*), SUM(id) FROM people;
SELECT name, id FROM people LIMIT 4;
CREATE TABLE one_file (tags ARRAY<STRING>, id DOUBLE) WITH ('connector' = 'filesystem', 'path' = 'files/avro/a.avro', 'format' = 'avro');
SELECT id, tags FROM one_file WHERE id > 1;
-- What was read before the file ended too early was good.
CREATE TABLE cut (id BIGINT) WITH ('connector' = 'filesystem', 'path' = 'files/avro_bad/cut.avro', 'format' = 'avro');
SELECT * FROM cut;
