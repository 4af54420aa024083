-- flags: check
CREATE TABLE t (a INT, b AS a + 1, PRIMARY KEY (b) NOT ENFORCED);
