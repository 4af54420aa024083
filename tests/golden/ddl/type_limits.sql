-- flags: check
CREATE TABLE t (
  a DECIMAL(39, 2),
  b DECIMAL(5, 6),
  c CHAR(0),
  d TIMESTAMP(10),
  e INT(4),
  f ROW<x INT, x STRING>
);
