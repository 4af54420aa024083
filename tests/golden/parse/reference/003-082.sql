CREATE TABLE t_watermarked_insight (s STRING) DISTRIBUTED INTO 1 BUCKETS;
  INSERT INTO t_watermarked_insight VALUES ('Bob'), ('Alice'), ('Charly');
  SELECT $rowtime, CURRENT_WATERMARK($rowtime) FROM t_watermarked_insight;
