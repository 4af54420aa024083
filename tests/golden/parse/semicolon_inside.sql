-- flags: check
CREATE TABLE t (id INT; name STRING);
