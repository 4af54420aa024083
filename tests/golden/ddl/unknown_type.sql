-- flags: check
CREATE TABLE t (i INTEGR, s STRNG);
