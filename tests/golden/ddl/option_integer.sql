-- flags: check
CREATE TABLE t (i INT) WITH ('kafka.replication-factor' = '-2');
