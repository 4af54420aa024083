-- Some example table
CREATE TABLE t_watermark_debugging (key INT, s STRING)
  DISTRIBUTED BY (key) INTO 4 BUCKETS
  WITH (
    'key.format' = 'raw',
    'value.format' = 'json-registry'
  );

-- Each value lands in a separate Kafka partition (out of 4).
-- Leave out values to see missing watermarks.
INSERT INTO t_watermark_debugging
  VALUES (9, 'Bob'), (10, 'Alice'), (8, 'John'), (2, 'David');

-- Idle partition detection is enabled by default. After at
-- most 10s to 5min, the partition is marked as idle and the maximum
-- timestamp is sent as a watermark.
-- Disable the idle timeout, to see missing watermarks for a partition.
SET 'sql.tables.scan.idle-timeout' = '0';

-- If ROW_NUMBER doesn't show results, it's clearly a watermark issue.
SELECT ROW_NUMBER() OVER (ORDER BY $rowtime ASC) AS `number`, *
  FROM t_watermark_debugging;

-- Add partition information as metadata column
ALTER TABLE t_watermark_debugging ADD part INT METADATA FROM 'partition' VIRTUAL;

-- Use the CURRENT_WATERMARK() function to check which watermark is calculated
SELECT
  *,
  part AS `Row Partition`,
  $rowtime AS `Row Timestamp`,
  CURRENT_WATERMARK($rowtime) AS `Operator Watermark`
FROM t_watermark_debugging;

-- Visualize the highest timestamp per Kafka partition
-- Due to the table declaration of 4 buckets, this query should show 4 rows.
-- If not, the missing partitions might be the cause for watermark issues.
SELECT part AS `Partition`, MAX($rowtime) AS `Max Timestamp in Partition`
  FROM t_watermark_debugging
  GROUP BY part;

-- A workaround could be to not use the system watermark:
ALTER TABLE t_watermark_debugging
  MODIFY WATERMARK FOR $rowtime AS $rowtime - INTERVAL '2' SECOND;
-- Or for perfect input data:
ALTER TABLE t_watermark_debugging
  MODIFY WATERMARK FOR $rowtime AS $rowtime - INTERVAL '0.001' SECOND;

-- Add "fresh" data while the above statements with
-- ROW_NUMBER() or CURRENT_WATERMARK() are running.
INSERT INTO t_watermark_debugging VALUES
  (9, 'Fresh Bob'),
  (10, 'Fresh Alice'),
  (8, 'Fresh John'),
  (2, 'Fresh David');
