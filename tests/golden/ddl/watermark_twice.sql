-- flags: check
CREATE TABLE t (
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts,
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
);
