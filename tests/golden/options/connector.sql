-- flags: run connector.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('connector' = 'confluence');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('connector' = '');
CREATE TABLE t (k INT);
ALTER TABLE t SET ('connector' = 'confluent');
ALTER TABLE t RESET ('connector');
