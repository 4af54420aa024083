-- flags: plan --local LOCAL kafka.compaction.time.ddl
-- flags: check
CREATE TABLE d (k INT PRIMARY KEY NOT ENFORCED, v STRING) WITH ('kafka.compaction.time' = '-1 ms');
CREATE TABLE e (k INT PRIMARY KEY NOT ENFORCED, v STRING) WITH ('kafka.compaction.time' = '3 dayz');
CREATE TABLE f (k INT PRIMARY KEY NOT ENFORCED, v STRING) WITH ('kafka.compaction.time' = '9223372036854775808');
