-- flags: check
CREATE TABLE t (i INT) WITH ('properties.group.id' = 'g');
