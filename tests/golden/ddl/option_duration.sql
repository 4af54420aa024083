-- flags: check
CREATE TABLE t (i INT) WITH ('kafka.retention.time' = '7 fortnights');
