-- flags: check
CREATE TABLE t (i INT) WITH ('changelog.mode' = 'apend');
