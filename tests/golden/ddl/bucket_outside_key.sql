-- flags: check
CREATE TABLE t (a INT PRIMARY KEY NOT ENFORCED, b INT)
  DISTRIBUTED BY (b) WITH ('changelog.mode' = 'append');
