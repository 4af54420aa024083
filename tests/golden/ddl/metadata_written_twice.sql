-- flags: check
CREATE TABLE t (
  i INT,
  a TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  b TIMESTAMP_LTZ(3) METADATA FROM 'timestamp'
);
