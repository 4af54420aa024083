-- flags: check
CREATE TABLE t (i INT) WITH ('connector' = 'confluence');
