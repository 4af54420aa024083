-- flags: run --local LOCAL
CREATE TABLE q_raw (v STRING) WITH ('connector' = 'kafka', 'topic' = 'q', 'properties.bootstrap.servers' = 'x:1',
  'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');
CREATE TABLE q (a INT, b INT) WITH ('connector' = 'kafka', 'topic' = 'q', 'properties.bootstrap.servers' = 'x:1', 'format' = 'json',
  'json.fail-on-missing-field' = 'true', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');
INSERT INTO q_raw VALUES ('{"a":1}');
SELECT * FROM q;
