-- flags: check
CREATE TABLE t (i INT) WITH ('value.json-registry.id-encoding' = 'header');
