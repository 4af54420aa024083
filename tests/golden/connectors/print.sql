-- flags: run print.ddl
-- flags: check
CREATE TABLE a (x INT) WITH ('connector' = 'print', 'print-identifer' = 'p');
CREATE TABLE b (x INT) WITH ('connector' = 'print', 'standard-error' = 'maybe');
CREATE TABLE c (x INT) WITH ('connector' = 'print', 'sink.parallelism' = '0');
CREATE TABLE d (x INT) WITH ('connector' = 'blackhole', 'print-identifier' = 'p');
CREATE TABLE e (x INT) WITH ('connector' = 'print');
SELECT * FROM e;
CREATE TABLE f (x INT) WITH ('connector' = 'blackhole');
SELECT * FROM f;
CREATE TABLE g (x INT) WITH ('connector' = 'prnt');
