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

CREATE VIEW cheap (order_id, who) AS SELECT id, customer FROM orders WHERE price < 5;
SELECT who FROM cheap WHERE order_id > 3;
WITH q (x) AS (SELECT order_id FROM cheap) SELECT x + 1 AS y FROM q;
