-- flags: check
CREATE TABLE t (p INT METADATA FROM 'partition' VIRTUAL);
