-- flags: run
CREATE TABLE t_minimal (s STRING);
SHOW CREATE TABLE t_minimal;
DESCRIBE t_minimal;
DESCRIBE EXTENDED t_minimal;
