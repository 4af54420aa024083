-- flags: check
SELECT a, b, FROM t;
