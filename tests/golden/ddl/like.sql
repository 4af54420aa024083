-- flags: run
CREATE TABLE t (
  `user_id` BIGINT,
  `price` DOUBLE,
  `created_at` TIMESTAMP(3),
  `price_with_tax` AS `price` * 1.19,
  `event_time` TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  `partition` BIGINT METADATA VIRTUAL
) DISTRIBUTED BY (user_id) INTO 3 BUCKETS WITH ('late-handling.mode' = 'filter');
CREATE TABLE t_derived (
  WATERMARK FOR `created_at` AS `created_at` - INTERVAL '5' SECOND
) LIKE t (
  EXCLUDING WATERMARKS
  EXCLUDING METADATA
);
SHOW CREATE TABLE t_derived;
CREATE TABLE t_over (price_with_tax AS price * 1.07, extra STRING)
  WITH ('late-handling.mode' = 'pass-through')
  LIKE t (OVERWRITING GENERATED EXCLUDING DISTRIBUTION);
SHOW CREATE TABLE t_over;
