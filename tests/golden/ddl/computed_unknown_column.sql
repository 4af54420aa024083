-- flags: check
CREATE TABLE t (price DOUBLE, with_tax AS prise * 1.19);
