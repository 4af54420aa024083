-- flags: check
CREATE TABLE t (i INT) WITH ('error-handling.mode' = 'log');
