-- flags: check
CREATE TABLE t (
  a INTT,
  b DECIMAL(99),
  b INT,
  c INT METADATA FROM 'offset',
  PRIMARY KEY (d) NOT ENFORCED
) DISTRIBUTED BY (a) INTO 0 BUCKETS WITH ('nope' = '1', 'changelog.mode' = 'x');
