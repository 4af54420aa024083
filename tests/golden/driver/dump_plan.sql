-- flags: check --dump=plan
CREATE TABLE t (i INT, s STRING);
SELECT UPPER(s) FROM t WHERE i > 1;
