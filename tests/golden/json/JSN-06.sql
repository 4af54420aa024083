-- flags: run --local LOCAL
-- JSN-06: ignore-parse-errors is about reading; what fails behind it fails the job.
CREATE TABLE t_raw (v STRING) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'x:1',
  'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');
CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'x:1', 'format' = 'json',
  'json.ignore-parse-errors' = 'true', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');
CREATE TABLE sink (a INT NOT NULL) WITH ('connector' = 'kafka', 'topic' = 'sink', 'properties.bootstrap.servers' = 'x:1', 'format' = 'json');
INSERT INTO t_raw VALUES ('{"a":1}'), ('broken'), ('{"a":0}');
INSERT INTO sink SELECT 10 / a FROM t;
