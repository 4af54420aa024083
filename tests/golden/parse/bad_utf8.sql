-- flags: check
-- A byte that is no UTF-8, in a comment ÿ, a string and a name.
CREATE TABLE t (i INT);
SELECT 'Ã(' FROM t;
SELECT `€` FROM t;
