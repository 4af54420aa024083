-- flags: plan --local LOCAL kafka.retention.time.ddl
-- flags: check
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('kafka.retention.time' = '-1');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('kafka.retention.time' = '7 fortnights');
CREATE TABLE f (k INT NOT NULL, v STRING) WITH ('kafka.retention.time' = '9223372036854775807 d');
