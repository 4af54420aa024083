-- flags: check
CREATE TABLE t (a INT, b INT) WITH ('value.format' = 'raw');
