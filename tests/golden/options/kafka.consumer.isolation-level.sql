-- flags: run kafka.consumer.isolation-level.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('kafka.consumer.isolation-level' = 'read-some');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('kafka.consumer.isolation-level' = '');
CREATE TABLE t (k INT);
SELECT * FROM t /*+ OPTIONS('kafka.consumer.isolation-level' = 'dirty') */;
