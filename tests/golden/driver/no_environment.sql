-- flags: plan
CREATE TABLE t (i INT);
