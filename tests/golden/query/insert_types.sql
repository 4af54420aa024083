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

INSERT INTO t (s, i) VALUES ('a', 'b');
INSERT INTO t (s, i) SELECT s, l FROM t;
INSERT INTO t (s) VALUES (NULL);
INSERT INTO t (s, i, l) VALUES ('a', NULL, 1);
