-- flags: run
CREATE TABLE t (i INT) WITH ('connector' = 'filesystem', 'path' = 'files/none.csv', 'format' = 'csv');
SELECT * FROM t;
