-- flags: check --allow=D1003
CREATE TABLE t (i INT, i INT);
