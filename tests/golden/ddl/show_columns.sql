-- flags: run
CREATE TABLE t (
  `user_id` BIGINT,
  `price` DOUBLE,
  `created_at` TIMESTAMP(3),
  `price_with_tax` AS `price` * 1.19 COMMENT 'gross',
  `twice` AS price_with_tax * 2,
  `event_time` TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  `partition` BIGINT METADATA VIRTUAL,
  `offset` BIGINT METADATA VIRTUAL,
  `headers` MAP<STRING, STRING> METADATA,
  WATERMARK FOR created_at AS created_at - INTERVAL '5' SECOND
);
SHOW CREATE TABLE t;
DESCRIBE t;
DESCRIBE EXTENDED t;
