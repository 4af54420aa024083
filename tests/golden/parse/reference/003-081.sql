CREATE TABLE t_union_1 (i INT);
  CREATE TABLE t_union_2 (i INT);
  TABLE t_union_1 UNION ALL TABLE t_union_2;
  -- alternate syntax
  SELECT * FROM t_union_1
  UNION ALL
  SELECT * FROM t_union_2;
