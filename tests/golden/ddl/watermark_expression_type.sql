-- flags: check
CREATE TABLE t (ts TIMESTAMP(3), WATERMARK FOR ts AS 'yesterday');
