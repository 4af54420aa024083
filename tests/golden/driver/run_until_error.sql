-- flags: run
-- What stands before the statement that is refused has run.
CREATE TABLE t (i INT);
INSERT INTO t VALUES (1);
SELECT i + 1 FROM t;
SELECT j FROM t;
SELECT i + 2 FROM t;
