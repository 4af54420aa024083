-- flags: check
CREATE TABLE t (i INT) WITH ('changelog.mod' = 'append');
