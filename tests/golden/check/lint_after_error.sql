-- flags: check --lint
-- The statement that is refused may have used the table.
CREATE TABLE t (i INT);
CREATE TABLE u (i INT);
SELECT i FROM t;
SELECT nothing FROM u;
