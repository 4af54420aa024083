-- flags: check
CREATE TABLE t (
  i INT,
  s STRING NOT NULL,
  d DECIMAL(10, 2),
  ts TIMESTAMP(3),
  l BIGINT,
  r ROW<a INT, b ROW<c STRING>>,
  a ARRAY<INT>,
  m MAP<STRING, INT>,
  b BOOLEAN,
  off BIGINT METADATA FROM 'offset' VIRTUAL,
  twice AS i * 2
);

WITH w AS (SELECT i FROM t), w AS (SELECT l FROM t) SELECT * FROM w;
WITH w(x, y) AS (SELECT i FROM t) SELECT * FROM w;
WITH w AS (SELECT i FROM t) SELECT s FROM w;
