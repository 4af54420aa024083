-- flags: run --local LOCAL
-- The options of 'json'.

CREATE TABLE o (d DECIMAL(10, 2), e DECIMAL(20, 10), ts TIMESTAMP(6), l TIMESTAMP_LTZ(3), r ROW<a INT, b STRING>)
WITH ('connector' = 'kafka', 'topic' = 'plain_options', 'properties.bootstrap.servers' = 'x:1', 'value.format' = 'json',
  'value.json.timestamp-format.standard' = 'ISO-8601', 'value.json.encode.decimal-as-plain-number' = 'true',
  'value.json.encode.ignore-null-fields' = 'true',
  'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');

CREATE TABLE o_raw (v STRING) WITH ('connector' = 'kafka', 'topic' = 'plain_options', 'properties.bootstrap.servers' = 'x:1',
  'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');

INSERT INTO o VALUES
  (100.00, 0.0000000270, TIMESTAMP '2024-01-31 12:34:00', TO_TIMESTAMP_LTZ(1700000000120, 3), ROW(CAST(NULL AS INT), 'x')),
  (CAST(NULL AS DECIMAL(10, 2)), 1e5, TIMESTAMP '2024-01-31 12:34:00.5', CAST(NULL AS TIMESTAMP_LTZ(3)), ROW(CAST(NULL AS INT), CAST(NULL AS STRING))),
  (CAST(NULL AS DECIMAL(10, 2)), CAST(NULL AS DECIMAL(20, 10)), CAST(NULL AS TIMESTAMP(6)), CAST(NULL AS TIMESTAMP_LTZ(3)), CAST(NULL AS ROW<a INT, b STRING>));

SELECT v FROM o_raw;

SELECT * FROM o;

CREATE TABLE m_raw (v STRING) WITH ('connector' = 'kafka', 'topic' = 'plain_missing', 'properties.bootstrap.servers' = 'x:1',
  'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');

CREATE TABLE m (a INT, b INT) WITH ('connector' = 'kafka', 'topic' = 'plain_missing', 'properties.bootstrap.servers' = 'x:1', 'format' = 'json',
  'json.fail-on-missing-field' = 'true', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');

INSERT INTO m_raw VALUES ('{"a":1}');
