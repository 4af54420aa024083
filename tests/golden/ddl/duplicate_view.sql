-- flags: check
CREATE TABLE t (i INT);
CREATE VIEW t AS SELECT i FROM t;
