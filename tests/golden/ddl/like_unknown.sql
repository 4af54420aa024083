-- flags: check
CREATE TABLE orders (i INT);
CREATE TABLE t LIKE order_s;
