-- flags: check
-- Lints are asked for.
CREATE TABLE t (i DOUBLE, r AS RAND()) DISTRIBUTED BY HASH(i) INTO 2 BUCKETS;
