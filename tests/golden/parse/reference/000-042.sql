CREATE TABLE t_minimal (s STRING);
