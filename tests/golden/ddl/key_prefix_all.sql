-- flags: check
CREATE TABLE t (k_a INT, b INT) DISTRIBUTED BY (k_a)
  WITH ('key.fields-prefix' = 'k_', 'value.fields-include' = 'all');
