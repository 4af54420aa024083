-- flags: check
SELECT (1 + 2)) FROM t;
