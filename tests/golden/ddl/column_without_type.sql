-- flags: check
CREATE TABLE t (a, b INT);
