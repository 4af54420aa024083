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

SELECT id FROM orders;
SELECT total FROM orders;
SELECT 1 FROM orders;
SELECT a FROM (SELECT id AS a, UPPER(customer) AS b FROM orders);
SELECT a FROM (SELECT id AS a, v AS b FROM log UNION ALL SELECT id, v FROM changes);
