-- flags: run
CREATE TABLE source_table (id BIGINT NOT NULL, name STRING, price DOUBLE, quantity INT, order_time TIMESTAMP(3));
CREATE TABLE my_ctas_table (
  label STRING,
  quantity DOUBLE,
  cost AS price * quantity,
  WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND,
) AS SELECT id, price, quantity, order_time FROM source_table;
CREATE TABLE keyed (PRIMARY KEY (id) NOT ENFORCED) DISTRIBUTED BY HASH(id) INTO 4 BUCKETS
  AS SELECT id, name FROM source_table;
CREATE TABLE turned (name, id) AS SELECT id, name FROM source_table;
SHOW CREATE TABLE my_ctas_table;
SHOW CREATE TABLE keyed;
DESCRIBE turned;
