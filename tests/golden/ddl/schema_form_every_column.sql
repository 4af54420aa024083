-- flags: check
-- Every column that the schema cannot hold, of key and value.
CREATE TABLE t (
  k MULTISET<INT>,
  a INTERVAL DAY,
  b INT,
  c MULTISET<STRING>,
  d ROW<x INT, y INTERVAL YEAR>
) DISTRIBUTED BY (k) INTO 2 BUCKETS;
