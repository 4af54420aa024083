-- flags: check
CREATE TABLE t (i INT) WITH ('value.format' = 'json-registry');
CREATE TABLE u (i INT) WITH ('value.format' = 'csv');
