CREATE TABLE t_flattening (i INT, r1 ROW<i INT, s STRING>, r2 ROW<other INT>);
  SELECT r1.*, r2.* FROM t_flattening;
