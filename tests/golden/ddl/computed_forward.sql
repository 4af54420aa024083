-- flags: check
CREATE TABLE t (a INT, b AS c + 1, c AS a + 1);
