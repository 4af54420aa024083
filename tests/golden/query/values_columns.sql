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

VALUES (1, 2), (3);
VALUES (1), ('a');
SELECT * FROM (VALUES (1, 2)) AS v(x);
