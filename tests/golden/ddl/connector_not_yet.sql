-- flags: check
CREATE TABLE t (i INT) WITH ('connector' = 'mongodb', 'mongodb.endpoint' = 'x');
