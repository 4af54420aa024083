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

CREATE TABLE copy (id BIGINT NOT NULL, v INT, PRIMARY KEY (id) NOT ENFORCED);
INSERT INTO copy SELECT id, v + 1 FROM latest;
INSERT INTO copy SELECT id, v FROM latest WHERE id > 5;
INSERT INTO copy SELECT id, v FROM latest WHERE v > 5;
INSERT INTO copy SELECT v, v FROM latest;
