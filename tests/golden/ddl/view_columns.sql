-- flags: check
CREATE TABLE t (a INT, b INT);
CREATE VIEW v (x) AS SELECT a, b FROM t;
CREATE VIEW w (x, x) AS SELECT a, b FROM t;
