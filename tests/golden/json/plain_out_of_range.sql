-- flags: run --local LOCAL
-- A number beyond its column is an error of the record, whatever else is in it.
CREATE TABLE q_raw (v STRING) WITH ('connector' = 'kafka', 'topic' = 'q', 'properties.bootstrap.servers' = 'x:1',
  'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');
CREATE TABLE q (n INT, i INT) WITH ('connector' = 'kafka', 'topic' = 'q', 'properties.bootstrap.servers' = 'x:1', 'format' = 'json',
  'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');
INSERT INTO q_raw VALUES ('{"n":1,"i":99999999999,"dt":"2024-2-29"}');
SELECT * FROM q;
