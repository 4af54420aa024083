-- flags: check
SELECT ‘abc’;
SELECT 1;
SELECT a→b FROM t;
