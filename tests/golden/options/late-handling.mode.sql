-- flags: run late-handling.mode.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('late-handling.mode' = 'drop');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('late-handling.mode' = '');
-- kept and shown; reading is not built yet
CREATE TABLE t (k INT) WITH ('late-handling.mode' = 'filter');
SELECT * FROM t;
INSERT INTO t VALUES (1);
