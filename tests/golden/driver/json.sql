-- flags: check --diagnostics=json
CREATE TABLE t (i INT, i STRING);
SELECT "x" FROM t;
