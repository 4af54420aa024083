-- flags: check
SELECT * FROM a LEFT b ON a.x = b.x;
SELECT * FROM a JOIN ON a.x = b.x;
