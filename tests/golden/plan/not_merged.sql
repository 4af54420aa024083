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

SELECT u, u || 'x' FROM (SELECT UUID() AS u FROM log);
SELECT u FROM (SELECT RAND() AS u, id FROM log) WHERE u > 0.5;
SELECT id, v FROM log WHERE v > 1 AND v < 5 OR id IS NULL;
