-- flags: check
SELECT "name" FROM t;
SELECT * FROM t WHERE name = "Ann";
