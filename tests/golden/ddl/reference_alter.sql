-- flags: check
-- Every ALTER TABLE of the reference documents, over tables as they presume them.
CREATE TABLE customer_data (id INT, name STRING, email STRING, `key` BYTES)
  DISTRIBUTED BY (`key`) WITH ('key.format' = 'raw');
CREATE TABLE customer_data_json LIKE customer_data;
CREATE TABLE customer_data_proto LIKE customer_data;
CREATE TABLE customer_changes (id INT PRIMARY KEY NOT ENFORCED, name STRING);
CREATE TABLE my_table (id INT, s STRING);
CREATE TABLE my_upsert_table (id INT PRIMARY KEY NOT ENFORCED, s STRING);
CREATE TABLE events (`key` BYTES, `value` BYTES) DISTRIBUTED BY (`key`)
  WITH ('key.format' = 'raw', 'value.format' = 'raw');
CREATE TABLE json_table (v BYTES) WITH ('value.format' = 'raw');
CREATE TABLE Orders (order_id INT, amount DECIMAL(10,2)) WITH ('late-handling.mode' = 'filter');
CREATE TABLE orders (`user` BIGINT PRIMARY KEY NOT ENFORCED, product STRING, amount INT,
  quantity INT, price INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts);
CREATE TABLE t (k INT NOT NULL, v1 INT NOT NULL, v2 INT NOT NULL, total_value INT,
  ts TIMESTAMP(3), WATERMARK FOR ts AS ts);
CREATE TABLE clicks (url STRING);
CREATE TABLE t_changelog_modes (i BIGINT);
CREATE TABLE t_perfect_watermark (i INT);
CREATE TABLE t_pk_example (id INT NOT NULL, name STRING);
CREATE TABLE t_headers (i INT);
CREATE TABLE t_specific_offsets (i INT) DISTRIBUTED INTO 1 BUCKETS;
CREATE TABLE t_watermark_debugging (`key` INT, s STRING)
  DISTRIBUTED BY (`key`) INTO 4 BUCKETS WITH ('key.format' = 'raw');
CREATE TABLE t_watermark_idle (k INT, s STRING) DISTRIBUTED BY (k) INTO 4 BUCKETS;
CREATE TABLE t_metadata_overlap (`key` BYTES, uid INT NOT NULL)
  DISTRIBUTED BY (`key`) WITH ('key.format' = 'raw');
CREATE TABLE t_enrich_raw_key (`key` BYTES, uid INT NOT NULL)
  DISTRIBUTED BY (`key`) WITH ('key.format' = 'raw');
ALTER TABLE t_changelog_modes SET ('changelog.mode' = 'retract');
ALTER TABLE t_changelog_modes SET ('changelog.mode' = 'append');
ALTER TABLE t_changelog_modes ADD headers MAP<BYTES, BYTES> METADATA VIRTUAL;
ALTER TABLE customer_changes SET ('changelog.mode' = 'upsert');
ALTER TABLE customer_changes SET ('changelog.mode' = 'append');
ALTER TABLE t_perfect_watermark
  MODIFY WATERMARK FOR $rowtime AS $rowtime - INTERVAL '0.001' SECOND;
ALTER TABLE t_perfect_watermark
  MODIFY WATERMARK FOR $rowtime AS $rowtime;
ALTER TABLE `orders` DROP WATERMARK;
ALTER TABLE t_pk_example ADD CONSTRAINT pk_example PRIMARY KEY (id) NOT ENFORCED;
ALTER TABLE t_pk_example DROP CONSTRAINT pk_example;
ALTER TABLE customer_data SET (
  'value.format' = 'avro-debezium-registry',
  'changelog.mode' = 'retract'
);
ALTER TABLE customer_data_json SET (
  'value.format' = 'json-debezium-registry',
  'changelog.mode' = 'retract'
);
ALTER TABLE customer_data_proto SET (
  'value.format' = 'proto-debezium-registry',
  'changelog.mode' = 'retract'
);
ALTER TABLE customer_changes SET (
  'changelog.mode' = 'append'
);
ALTER TABLE customer_changes SET (
  'changelog.mode' = 'retract'
);
ALTER TABLE customer_changes SET (
  'changelog.mode' = 'upsert'
);
ALTER TABLE t_headers ADD headers MAP<BYTES, BYTES> METADATA VIRTUAL;
ALTER TABLE t_headers MODIFY headers MAP<BYTES, BYTES> METADATA;
ALTER TABLE t_headers MODIFY headers MAP<STRING, STRING> METADATA;
ALTER TABLE `orders` ADD (
     `headers` MAP<BYTES,BYTES> METADATA VIRTUAL);
ALTER TABLE t_specific_offsets SET (
  'scan.startup.mode' = 'specific-offsets',
  'scan.startup.specific-offsets' = 'partition:0,offset:3'
);
ALTER TABLE t_watermark_debugging ADD part INT METADATA FROM 'partition' VIRTUAL;
ALTER TABLE t_watermark_debugging
  MODIFY WATERMARK FOR $rowtime AS $rowtime - INTERVAL '2' SECOND;
ALTER TABLE t_watermark_debugging
  MODIFY WATERMARK FOR $rowtime AS $rowtime - INTERVAL '0.001' SECOND;
ALTER TABLE t_watermark_idle
  MODIFY WATERMARK FOR $rowtime AS $rowtime - INTERVAL '2' SECONDS;
ALTER TABLE `orders` SET ('value.format.schema-context' = '.lsrc-newcontext');
ALTER TABLE t_metadata_overlap ADD `timestamp` TIMESTAMP_LTZ(3) NOT NULL METADATA;
ALTER TABLE t_metadata_overlap DROP `timestamp`;
ALTER TABLE t_metadata_overlap
  ADD message_timestamp TIMESTAMP_LTZ(3) METADATA FROM 'timestamp';
ALTER TABLE t_enrich_raw_key MODIFY key STRING;
ALTER TABLE events SET (
  'value.format' = 'avro-registry',
  'value.avro-registry.subject-names' = 'com.example.Order;com.example.Shipment'
);
ALTER TABLE events SET (
  'value.format' = 'json-registry',
  'value.json-registry.subject-names' = 'com.example.Order;com.example.Shipment'
);
ALTER TABLE events SET (
  'value.format' = 'proto-registry',
  'value.proto-registry.subject-names' = 'com.example.Order;com.example.Shipment'
);
ALTER TABLE events SET (
  'key.format' = 'avro-registry',
  'key.avro-registry.subject-names' = 'com.example.OrderKey'
);
ALTER TABLE events SET (
  'key.format' = 'avro-registry',
  'key.avro-registry.subject-names' = 'com.example.OrderKey',
  'value.format' = 'avro-registry',
  'value.avro-registry.subject-names' = 'com.example.Order;com.example.Shipment'
);
ALTER TABLE json_table RESET (
  'value.json-registry.wire-encoding',
  'value.json-registry.subject-names'
);
ALTER TABLE my_table SET (
  'error-handling.mode' = 'log',
  'error-handling.log.target' = 'my_error_table'
);
ALTER TABLE Orders SET (
  'late-handling.mode' = 'filter'
);
ALTER TABLE Orders RESET ('late-handling.mode');
ALTER TABLE my_table SET (
  'kafka.cleanup-policy' = 'delete'
);
ALTER TABLE my_table SET (
  'kafka.cleanup-policy' = 'compact'
);
ALTER TABLE my_table SET (
  'kafka.cleanup-policy' = 'delete-compact'
);
ALTER TABLE my_table SET (
  'kafka.retention.time' = '30 days'
);
ALTER TABLE my_table SET (
  'kafka.retention.size' = '100 GB'
);
ALTER TABLE my_table SET (
  'kafka.retention.time' = '7 days',
  'kafka.retention.size' = '50 GB'
);
ALTER TABLE my_upsert_table SET (
  'kafka.compaction.time' = '3 days'
);
ALTER TABLE my_table SET (
  'kafka.max-message-size' = '5 MB'
);
ALTER TABLE my_table SET (
  'kafka.producer.compression.type' = 'gzip'
);
ALTER TABLE my_table SET (
  'kafka.producer.compression.type' = 'zstd'
);
ALTER TABLE my_table SET (
  'kafka.producer.compression.type' = 'none'
);
ALTER TABLE my_table SET (
  'kafka.consumer.isolation-level' = 'read-committed'
);
ALTER TABLE my_table SET (
  'kafka.consumer.isolation-level' = 'read-uncommitted'
);
ALTER TABLE my_table SET (
  'scan.startup.mode' = 'earliest-offset'
);
ALTER TABLE my_table SET (
  'scan.startup.mode' = 'latest-offset'
);
ALTER TABLE my_table SET (
  'scan.startup.mode' = 'timestamp',
  'scan.startup.timestamp-millis' = '1609459200000'
);
ALTER TABLE my_table SET (
  'scan.bounded.mode' = 'latest-offset'
);
ALTER TABLE my_table SET (
  'scan.bounded.mode' = 'timestamp',
  'scan.bounded.timestamp-millis' = '1640995200000'
);
ALTER TABLE my_table SET (
  'scan.bounded.mode' = 'unbounded'
);
ALTER TABLE orders ADD total_value AS quantity * price;
ALTER TABLE t ADD headers MAP<STRING, BYTES> METADATA VIRTUAL;
ALTER TABLE t ADD `my_offset` BIGINT METADATA FROM 'offset' VIRTUAL;
ALTER TABLE t ADD PRIMARY KEY (k, v1) NOT ENFORCED;
ALTER TABLE t MODIFY PRIMARY KEY (k, v2) NOT ENFORCED;
ALTER TABLE t DROP PRIMARY KEY;
ALTER TABLE t DROP (total_value);
ALTER TABLE t DROP (headers, my_offset);
ALTER TABLE clicks MODIFY WATERMARK FOR `$rowtime` AS `$rowtime` - INTERVAL '5' SECOND;
ALTER TABLE t DROP WATERMARK;
ALTER TABLE t ADD PRIMARY KEY (k) NOT ENFORCED;
ALTER TABLE t SET ('changelog.mode' = 'upsert');
ALTER TABLE t RESET ('changelog.mode');
