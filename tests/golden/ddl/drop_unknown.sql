-- flags: check
CREATE TABLE orders (i INT);
CREATE VIEW v AS SELECT i FROM orders;
DROP TABLE order_s;
DROP TABLE IF EXISTS order_s;
DROP TABLE v;
DROP VIEW orders;
