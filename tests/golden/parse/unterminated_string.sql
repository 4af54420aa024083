-- flags: check
SELECT 'abc FROM t;
