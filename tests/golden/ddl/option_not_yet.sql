-- flags: check
CREATE TABLE t (i INT) WITH ('topic' = 'other');
