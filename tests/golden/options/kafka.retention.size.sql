-- flags: plan --local LOCAL kafka.retention.size.ddl
-- flags: check
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('kafka.retention.size' = '-1');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('kafka.retention.size' = 'lots');
CREATE TABLE f (k INT NOT NULL, v STRING) WITH ('kafka.retention.size' = '9223372036854775808');
