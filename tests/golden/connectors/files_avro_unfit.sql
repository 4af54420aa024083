-- flags: run
CREATE TABLE unfit (id BIGINT) WITH ('connector' = 'filesystem', 'path' = 'files/avro_bad/unfit.avro', 'format' = 'avro');
SELECT * FROM unfit;
