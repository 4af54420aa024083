-- flags: check
SELECT a AS timestamp FROM t;
