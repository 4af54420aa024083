-- flags: run error-handling.mode.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('error-handling.mode' = 'skip');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('error-handling.mode' = '');
CREATE TABLE t (k INT);
ALTER TABLE t SET ('error-handling.mode' = 'ignored');
-- of the table, not of a query
SELECT * FROM t /*+ OPTIONS('error-handling.mode' = 'ignore') */;
