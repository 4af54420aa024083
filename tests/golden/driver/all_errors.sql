-- flags: check
-- Every statement is checked, whatever happens to the others.
CREATE TABLE t (i INT, i STRING);
CREATE TABLE u (i INT);
SELECT j FROM u;
SELECT FROM u;
INSERT INTO u VALUES ('x', 1);
SELECT i FROM u WHERE i > 'a' AND nothing;
