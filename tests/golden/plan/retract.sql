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

INSERT INTO changes SELECT id, v FROM changes WHERE v > 1;
INSERT INTO latest (id, v) SELECT id, v FROM changes;
SELECT id FROM changes;
CREATE TABLE keyed (id BIGINT NOT NULL, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('changelog.mode' = 'retract');
INSERT INTO latest (id, v) SELECT id, v FROM keyed;
INSERT INTO latest (id, v) SELECT id, v FROM keyed WHERE id > 1;
INSERT INTO latest (id, v) SELECT id, v FROM keyed WHERE v > 1;
