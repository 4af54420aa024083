-- flags: run --local LOCAL
-- JSN-05: instants with an offset are read; a form that is none is an error, never a shifted time.
CREATE TABLE t_raw (v STRING) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'x:1',
  'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');
CREATE TABLE t (ts TIMESTAMP_LTZ(3)) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'x:1', 'format' = 'json',
  'json.timestamp-format.standard' = 'ISO-8601', 'error-handling.mode' = 'ignore', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');
INSERT INTO t_raw VALUES ('{"ts":"2026-06-25T09:15:00Z"}'), ('{"ts":"2026-06-25T11:15:00+02:00"}'), ('{"ts":"2026-06-25 09:15:00"}');
SELECT * FROM t;
