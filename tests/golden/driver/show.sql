-- flags: run
CREATE TABLE orders (id INT, name STRING);
CREATE TABLE items (id INT);
CREATE VIEW big_orders AS SELECT id FROM orders;
SHOW TABLES;
SHOW TABLES LIKE '%orders';
SHOW VIEWS;
SHOW CURRENT CATALOG;
SHOW CURRENT DATABASE;
SHOW DATABASES;
DESCRIBE orders;
SHOW CREATE VIEW big_orders;
SET 'table.local-time-zone' = 'Europe/Berlin';
SET;
DROP TABLE items;
SHOW TABLES NOT LIKE 'big%';
