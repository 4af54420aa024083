-- flags: check
-- Every CREATE TABLE of 000, 002, 003 and 004 that is complete, DROPped where names repeat.
CREATE TABLE source_table (id BIGINT NOT NULL, name STRING, age INT, price DOUBLE, quantity INT,
  order_time TIMESTAMP(3));
CREATE TABLE b (i INT);
CREATE TABLE `customer-events` (Purchase ROW<item STRING NOT NULL, amount DOUBLE NOT NULL>,
  Pageview ROW<url STRING NOT NULL, is_special BOOLEAN NOT NULL>);
CREATE TABLE t_minimal (s STRING);
CREATE TABLE t_pk (k INT PRIMARY KEY NOT ENFORCED, s STRING);
CREATE TABLE t_pk_append (k INT PRIMARY KEY NOT ENFORCED, s STRING)
    DISTRIBUTED INTO 4 BUCKETS
    WITH ('changelog.mode' = 'append');
CREATE TABLE t_dist (k INT, s STRING) DISTRIBUTED BY (k) INTO 4 BUCKETS;
CREATE TABLE t_complex (k1 INT, k2 INT, PRIMARY KEY (k1, k2) NOT ENFORCED, s STRING)
    COMMENT 'My complex table'
    DISTRIBUTED BY HASH(k1) INTO 4 BUCKETS
    WITH ('changelog.mode' = 'append');
CREATE TABLE t_disjoint (from_key_k INT, k STRING)
    DISTRIBUTED BY (from_key_k)
    WITH ('key.fields-prefix' = 'from_key_');
CREATE TABLE t_joint (k INT, v STRING)
    DISTRIBUTED BY (k)
    WITH ('value.fields-include' = 'all');
CREATE TABLE t_metadata_write (name STRING, ts TIMESTAMP_LTZ(3) NOT NULL METADATA FROM 'timestamp')
    DISTRIBUTED INTO 1 BUCKETS;
CREATE TABLE t_raw_string_key (key STRING, i INT)
    DISTRIBUTED BY (key)
    WITH ('key.format' = 'raw');
CREATE TABLE t_shared_schema (key STRING, s STRING) DISTRIBUTED BY (key);
CREATE TABLE t_changelog_modes (i BIGINT);
CREATE TABLE t_infinite_retention (i INT) WITH ('kafka.retention.time' = '0');
CREATE TABLE t_perfect_watermark (i INT);
CREATE TABLE t_pk_example (id INT NOT NULL, name STRING);
CREATE TABLE t_headers (i INT);
CREATE TABLE t_specific_offsets (i INT) DISTRIBUTED INTO 1 BUCKETS;
CREATE TABLE t_watermark_debugging (key INT, s STRING)
  DISTRIBUTED BY (key) INTO 4 BUCKETS
  WITH (
    'key.format' = 'raw',
    'value.format' = 'json-registry'
  );
CREATE TABLE t_watermark_idle (k INT, s STRING)
  DISTRIBUTED BY (k) INTO 4 BUCKETS;
CREATE TABLE `events` (
  `key` VARBINARY(2147483647),
  `value` VARBINARY(2147483647)
) DISTRIBUTED BY HASH(`key`) INTO 6 BUCKETS
WITH (
  'changelog.mode' = 'append',
  'connector' = 'confluent',
  'key.format' = 'raw',
  'value.format' = 'raw'
);
CREATE TABLE Orders (
  order_id INT,
  amount DECIMAL(10,2)
) WITH (
  'late-handling.mode' = 'filter'
);
CREATE TABLE t_union_1 (i INT);
CREATE TABLE t_union_2 (i INT);
CREATE TABLE t_watermarked_insight (s STRING) DISTRIBUTED INTO 1 BUCKETS;
CREATE TABLE t_flattening (i INT, r1 ROW<i INT, s STRING>, r2 ROW<other INT>);
CREATE TABLE purchase AS
   SELECT Purchase.* FROM `customer-events`
   WHERE Purchase IS NOT NULL;
CREATE TABLE pageview AS
   SELECT Pageview.* FROM `customer-events`
   WHERE Pageview IS NOT NULL;
CREATE TABLE users (
  user_id STRING NOT NULL,
  name STRING,
  email STRING,
  PRIMARY KEY (user_id) NOT ENFORCED
)
DISTRIBUTED BY HASH(user_id) INTO 6 BUCKETS
WITH (
  'changelog.mode' = 'upsert',
  'key.format' = 'json-registry',
  'value.format' = 'avro-registry'
);
DROP TABLE IF EXISTS events;
CREATE TABLE events (
  event_id STRING,
  event_type STRING,
  payload STRING
)
DISTRIBUTED INTO 12 BUCKETS
WITH (
  'value.format' = 'json-registry'
);
CREATE TABLE t1 ( `id` BIGINT, `name` STRING, `age` INT, `salary` DECIMAL(10,2), `active` BOOLEAN, `created_at` TIMESTAMP_LTZ(3) );
CREATE TABLE t2 ( `id` BIGINT, `name` STRING, `age` INT, `salary` DECIMAL(10,2), `active` BOOLEAN, `created_at` TIMESTAMP_LTZ(3) ) WITH ( 'changelog.mode' = 'retract' );
CREATE TABLE t ( `user_id` BIGINT, `item_id` BIGINT, `behavior` STRING, `event_time` TIMESTAMP_LTZ(3) METADATA FROM 'timestamp', `partition` BIGINT METADATA VIRTUAL, `offset` BIGINT METADATA VIRTUAL );
DROP TABLE IF EXISTS t;
CREATE TABLE t ( `id` BIGINT, `first_name` STRING, `last_name` STRING, `full_name` AS CONCAT(first_name, ' ', last_name) );
CREATE TABLE latest_page_per_ip ( `ip` STRING, `page_url` STRING, `ts` TIMESTAMP_LTZ(3), PRIMARY KEY(`ip`) NOT ENFORCED );
DROP TABLE IF EXISTS t;
CREATE TABLE t (partition_key INT, example_value STRING) PARTITIONED BY (partition_key);
DROP TABLE IF EXISTS orders;
CREATE TABLE orders ( `user` BIGINT, `product` STRING, `order_time` TIMESTAMP(3), WATERMARK FOR `order_time` AS `order_time` - INTERVAL '5' SECOND );
DROP TABLE IF EXISTS t;
CREATE TABLE t WITH ('scan.startup.mode' = 'latest-offset') AS SELECT * FROM b;
CREATE TABLE my_ctas_table ( desc STRING, quantity DOUBLE, cost AS price * quantity, WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND, ) AS SELECT id, price, quantity, order_time FROM source_table;
DROP TABLE IF EXISTS t;
CREATE TABLE t ( `user_id` BIGINT, `item_id` BIGINT, `price` DOUBLE, `behavior` STRING, `created_at` TIMESTAMP(3), `price_with_tax` AS `price` * 1.19, `event_time` TIMESTAMP_LTZ(3) METADATA FROM 'timestamp', `partition` BIGINT METADATA VIRTUAL, `offset` BIGINT METADATA VIRTUAL );
CREATE TABLE t_derived ( WATERMARK FOR `created_at` AS `created_at` - INTERVAL '5' SECOND ) LIKE t ( EXCLUDING WATERMARKS EXCLUDING METADATA );
CREATE TABLE orders_header ( id INT, name STRING ) WITH ( 'value.avro-registry.id-encoding' = 'header' );
DROP TABLE IF EXISTS orders_header;
CREATE TABLE orders_header WITH ( 'value.avro-registry.id-encoding' = 'header' ) AS SELECT * FROM orders;
CREATE TABLE orders_context ( id INT, name STRING ) WITH ( 'value.avro-registry.schema-context' = '.myContext' );
CREATE TABLE keyed_sink (
  `k_id`      STRING,
  `payload`   STRING,
  `event_ts`  STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'key.format' = 'proto-confluent',
  'key.fields' = 'k_id',
  'key.fields-prefix' = 'k_',
  'key.proto-confluent.url' = 'http://schema-registry:8081',
  'key.proto-confluent.topic' = 'orders',
  'key.proto-confluent.is_key' = 'true',
  'key.proto-confluent.auto-register-schemas' = 'true',
  'key.proto-confluent.message-class' = 'com.example.OrderProto$OrderKey',
  'value.format' = 'proto-confluent',
  'value.fields-include' = 'EXCEPT_KEY',
  'value.proto-confluent.url' = 'http://schema-registry:8081',
  'value.proto-confluent.topic' = 'orders',
  'value.proto-confluent.is_key' = 'false',
  'value.proto-confluent.auto-register-schemas' = 'true',
  'value.proto-confluent.message-class' = 'com.example.OrderProto$Order'
);
