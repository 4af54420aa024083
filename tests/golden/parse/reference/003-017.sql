CREATE TABLE t_infinite_retention (i INT) WITH ('kafka.retention.time' = '0');
