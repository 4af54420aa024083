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

SELECT i FROM t /*+ OPTIONS('scan.startup.mode' = 'somewhere') */;
SELECT i FROM t /*+ OPTIONS('nosuch' = '1') */;
CREATE VIEW v AS SELECT i FROM t;
SELECT i FROM v /*+ OPTIONS('scan.startup.mode' = 'latest-offset') */;
