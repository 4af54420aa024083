-- flags: check
-- Filtering needs watermarks, which are not built yet: both sides are refused by number.
CREATE TABLE orders (id INT) WITH ('late-handling.mode' = 'filter');
SHOW CREATE TABLE orders;
INSERT INTO orders VALUES (1);
SELECT * FROM orders;
SELECT * FROM `orders$late`;
SELECT * FROM default_catalog.default_database.`orders$late`;
DESCRIBE `orders$late`;
SELECT * FROM `others$late`;
ALTER TABLE orders RESET ('late-handling.mode');
SELECT * FROM orders;
