-- flags: check
SELECT module FROM t;
