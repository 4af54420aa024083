-- flags: run
SELECT 10 / i FROM (VALUES (5), (0)) AS t (i);
SELECT 'not reached';
