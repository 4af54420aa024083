-- flags: check
-- What uses a table that was refused is not reported again.
CREATE TABLE t (i INTT);
ALTER TABLE t ADD j INT;
CREATE TABLE u LIKE t;
SELECT * FROM t;
