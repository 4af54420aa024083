-- flags: check
SELECT a & b FROM t;
SELECT 1 # one
;
SELECT 1 @;
