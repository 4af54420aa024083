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

INSERT INTO latest (id, v) SELECT id, quantity FROM orders;
INSERT INTO latest (id, v) SELECT id, quantity FROM orders ON CONFLICT DO DEDUPLICATE;
INSERT INTO latest (id, v) SELECT id, quantity FROM orders ON CONFLICT DO NOTHING;
INSERT INTO latest (id, v) VALUES (1, 2);
