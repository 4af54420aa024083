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

INSERT INTO u2 SELECT COALESCE(k, ''), id, COUNT(*) FROM t GROUP BY COALESCE(k, ''), id;
-- The key of the query lies in the sink's: its old rows are deleted, nothing is kept.
INSERT INTO u2 SELECT k, 1, COUNT(*) FROM u2 GROUP BY k;
INSERT INTO uk SELECT COALESCE(k, ''), COUNT(*) FROM t GROUP BY k;
INSERT INTO uk SELECT t.k, u.v FROM u2 t JOIN u ON t.id = u.id ON CONFLICT DO DEDUPLICATE;
INSERT INTO uk SELECT k, SUM(v) FROM u2 GROUP BY k HAVING COUNT(*) > 1;
