-- flags: check
CREATE TABLE t (ts STRING, WATERMARK FOR ts AS ts);
