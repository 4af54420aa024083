-- flags: check
CREATE TABLE t (i INT, headers INT METADATA VIRTUAL);
