-- flags: check --dump=plan
CREATE TABLE orders (
  id BIGINT NOT NULL,
  customer STRING,
  price DECIMAL(10, 2),
  quantity INT,
  total AS price * quantity,
  `at` TIMESTAMP_LTZ(3) METADATA FROM 'timestamp'
);
CREATE TABLE latest (id BIGINT NOT NULL, v INT, note STRING, PRIMARY KEY (id) NOT ENFORCED);
CREATE TABLE changes (id BIGINT, v INT) WITH ('changelog.mode' = 'retract');
CREATE TABLE log (id BIGINT, v INT);

SELECT id, UPPER(customer) AS customer, total FROM orders WHERE quantity > 10;
SELECT y + 1, z FROM (SELECT quantity AS y, customer AS z FROM orders WHERE quantity < 100) WHERE y > 5;
SELECT `at`, id, customer, price, quantity, total FROM orders;
TABLE log;
