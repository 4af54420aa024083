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

CREATE TABLE events (id INT, ms BIGINT, `at` AS TO_TIMESTAMP_LTZ(ms, 3), WATERMARK FOR `at` AS `at` - INTERVAL '5' SECOND);
SELECT id FROM events;
SELECT id, `at` FROM events;
SELECT `$rowtime`, id FROM log;
