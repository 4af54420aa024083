-- flags: check
CREATE TABLE t (i INT, `partition` INT METADATA, o BIGINT METADATA FROM 'offset');
