-- flags: check
CREATE TABLE t (a INT, PRIMARY KEY (a, a) NOT ENFORCED);
