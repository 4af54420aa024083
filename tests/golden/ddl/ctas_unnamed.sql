-- flags: check
CREATE TABLE t (i INT);
CREATE TABLE a AS SELECT i + 1, i AS j, i * 2 FROM t;
CREATE TABLE b AS SELECT i + 1 AS i FROM t;
CREATE TABLE c WITH ('connector' = 'print') AS SELECT i + 1 FROM t;
