-- flags: run
CREATE TABLE packed (id BIGINT) WITH ('connector' = 'filesystem', 'path' = 'files/avro_bad/packed.avro', 'format' = 'avro');
SELECT * FROM packed;
