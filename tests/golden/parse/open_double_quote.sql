-- flags: check
SELECT "name FROM t;
