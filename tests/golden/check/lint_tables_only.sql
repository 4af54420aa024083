-- flags: check --lint
-- Without a query no table is unused.
CREATE TABLE t (i INT);
