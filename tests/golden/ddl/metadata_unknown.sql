-- flags: check
CREATE TABLE t (i INT, o BIGINT METADATA FROM 'ofset' VIRTUAL);
