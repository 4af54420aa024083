-- flags: check
SELECT * FROM t WHERE a = ?;
