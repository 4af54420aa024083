-- flags: run --local LOCAL
-- flags: run --local LOCAL temporary_left.ddl
-- flags: plan --local LOCAL
-- A temporary table lives as long as the session.
CREATE TEMPORARY TABLE t (i INT) DISTRIBUTED INTO 2 BUCKETS;
INSERT INTO t VALUES (1);
SELECT * FROM t;
SHOW CREATE TABLE t;
CREATE TEMPORARY TABLE copy AS SELECT i + 1 AS j FROM t;
SELECT * FROM copy;
CREATE TEMPORARY TABLE gone (i INT);
DROP TEMPORARY TABLE gone;
CREATE TABLE kept (i INT);
SHOW TABLES;
DROP TEMPORARY TABLE kept;
