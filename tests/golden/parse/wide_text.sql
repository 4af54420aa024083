-- flags: check
SELECT '日本語', 'é', 	1 +  FROM t;
