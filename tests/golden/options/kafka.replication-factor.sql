-- flags: run kafka.replication-factor.ddl
-- flags: check
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('kafka.replication-factor' = '-2');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('kafka.replication-factor' = '32768');
CREATE TABLE f (k INT NOT NULL, v STRING) WITH ('kafka.replication-factor' = 'one');
CREATE TABLE t (k INT) WITH ('kafka.replication-factor' = '0');
