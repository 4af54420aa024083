-- flags: check
CREATE TABLE t (ts TIMESTAMP(6), WATERMARK FOR ts AS ts);
