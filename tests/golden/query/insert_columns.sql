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

INSERT INTO t SELECT i FROM t;
INSERT INTO t (i, i, twice, off, `$rowtime`, x) SELECT 1, 2, 3, 4, 5, 6;
INSERT INTO t (i) VALUES (1);
