-- flags: check
CREATE TABLE t (a INT) WITH ('key.format' = 'raw');
