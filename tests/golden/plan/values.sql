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

SELECT 1 + 1 AS two, 'a' || 'b';
VALUES (1, 'a'), (2.5, 'bcd'), (NULL, '');
SELECT x * 2 FROM (VALUES (1), (2)) AS v(x) WHERE 1 < 2;
SELECT x FROM (VALUES (1), (2)) AS v(x) WHERE x > 1;
INSERT INTO log VALUES (1, 2), (3, NULL);
INSERT INTO log (v) VALUES (1);
