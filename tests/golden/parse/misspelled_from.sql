-- flags: check
SELECT a FORM t;
