-- flags: check
CREATE TABLE t (ts TIMESTAMP_LTZ(3) METADTA FROM 'timestamp');
