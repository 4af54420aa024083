-- flags: check
CREATE TABLE t (a INT, b INT) DISTRIBUTED BY (a)
  WITH ('key.fields-prefix' = 'k_');
