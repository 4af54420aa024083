-- flags: check
-- The table that takes the errors is declared with the first that needs it.
CREATE TABLE t (i INT) WITH ('error-handling.mode' = 'log');
CREATE TABLE own (i INT) WITH ('error-handling.mode' = 'log', 'error-handling.log.target' = 'own');
CREATE TABLE other (i INT) WITH ('error-handling.mode' = 'log', 'error-handling.log.target' = 't');
CREATE TABLE error_log (i INT);
CREATE TABLE keyed (error_code INT PRIMARY KEY NOT ENFORCED);
ALTER TABLE t SET ('error-handling.log.target' = 'keyed');
INSERT INTO t SELECT error_code FROM error_log;
