-- flags: check --dump=plan
CREATE TABLE t (
  id INT NOT NULL,
  k STRING,
  v INT,
  d DECIMAL(10, 2)
) WITH ('changelog.mode' = 'retract');
CREATE TABLE a (id INT, k STRING, v INT, m MAP<STRING, INT>, ar ARRAY<ROW<x INT, y STRING>>);
CREATE TABLE u (id INT NOT NULL, k STRING, v INT, PRIMARY KEY (id) NOT ENFORCED);
CREATE TABLE u2 (
  k STRING NOT NULL,
  id INT NOT NULL,
  v BIGINT,
  PRIMARY KEY (k, id) NOT ENFORCED
);
CREATE TABLE uk (k STRING NOT NULL, v BIGINT, PRIMARY KEY (k) NOT ENFORCED);

SELECT t.id, u.v FROM t LEFT JOIN u ON t.id = u.id AND t.v > u.v;
SELECT COUNT(*) FROM t CROSS JOIN u;
-- Keys that are computed, of different types.
SELECT COUNT(*) FROM t JOIN u ON t.id + 1 = u.id JOIN a ON CAST(a.id AS BIGINT) = u.v;
SELECT x.id, y.id FROM t x, t y WHERE x.id = y.v AND x.k LIKE 'a%';
SELECT * FROM t JOIN u USING (id);
SELECT t.v, u.v FROM t NATURAL JOIN u;
SELECT a.id, u.id FROM a FULL JOIN u ON a.id IS NOT DISTINCT FROM u.id;
-- Padded rows that WHERE drops anyway.
SELECT a.id, b.id FROM a FULL JOIN u b ON a.id = b.id WHERE a.id > 1;
SELECT id FROM a LEFT SEMI JOIN t USING (id);
WITH c AS (SELECT k, COUNT(*) AS n FROM a GROUP BY k)
SELECT p.k, p.n, q.n FROM c p JOIN c q ON p.k = q.k AND p.n < q.n;
