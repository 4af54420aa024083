-- flags: run --local LOCAL
-- Flink's 'json': what it writes (Flink 2.3 writes the same bytes), and what it reads.

CREATE TABLE o (i INT NOT NULL, s STRING, d DECIMAL(10, 2), e DECIMAL(20, 10), f DOUBLE, g FLOAT, t TIME(3), ts TIMESTAMP(6),
  l TIMESTAMP_LTZ(3), dt DATE, b BYTES, m MAP<STRING, INT>, bo BOOLEAN, ar ARRAY<INT>, r ROW<a INT, b STRING>, ms MULTISET<STRING>)
WITH ('connector' = 'kafka', 'topic' = 'plain_o', 'properties.bootstrap.servers' = 'x:1', 'format' = 'json',
  'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');

CREATE TABLE o_raw (v STRING) WITH ('connector' = 'kafka', 'topic' = 'plain_o', 'properties.bootstrap.servers' = 'x:1',
  'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');

INSERT INTO o VALUES
  (1, 'x/y"é', 100.00, 0.0000000270, 1e7, CAST(1.5 AS FLOAT), TIME '10:11:12', TIMESTAMP '2024-01-31 12:34:56.789',
   TO_TIMESTAMP_LTZ(1700000000000, 3), DATE '2024-02-29', x'00ff', MAP['a', 1], TRUE, ARRAY[1, CAST(NULL AS INT)], ROW(1, CAST(NULL AS STRING)), CAST(NULL AS MULTISET<STRING>)),
  (2, U&'\0001\2028', 12.30, 123.4500000000, CAST('NaN' AS DOUBLE), CAST(0.1 AS FLOAT), TIME '10:11:00', TIMESTAMP '2024-01-31 12:34:00',
   TO_TIMESTAMP_LTZ(1700000000120, 3), DATE '0001-02-28', CAST(NULL AS BYTES), CAST(NULL AS MAP<STRING, INT>), FALSE, CAST(NULL AS ARRAY<INT>), CAST(NULL AS ROW<a INT, b STRING>), CAST(NULL AS MULTISET<STRING>));

SELECT v FROM o_raw;

SELECT * FROM o;

-- Numbers in strings, strings from anything, blanks, absent members, twice the same.
CREATE TABLE p_raw (v STRING) WITH ('connector' = 'kafka', 'topic' = 'plain_p', 'properties.bootstrap.servers' = 'x:1',
  'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');

CREATE TABLE p (i INT, s STRING, dd DOUBLE, dc DECIMAL(10, 2), ts TIMESTAMP(3), l TIMESTAMP_LTZ(3), bo BOOLEAN, ti TIME(3), r ROW<a INT>, m MAP<STRING, INT>)
WITH ('connector' = 'kafka', 'topic' = 'plain_p', 'properties.bootstrap.servers' = 'x:1', 'format' = 'json',
  'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');

INSERT INTO p_raw VALUES
  ('{"i":1,"s":"x","dd":1.5,"dc":1.005,"ts":"2024-01-31 12:34:56.789","l":"2024-01-31 12:34:56Z","bo":"TRUE","r":{"a":1},"m":{"k":1,"k":2}}'),
  ('{"i":"12","s":12.50,"dd":"2.5","dc":"3.456","bo":"no"}'),
  ('{"i":null,"s":{"b": 1, "a":[1, 2]},"dd":"NaN"}'),
  ('{}'),
  ('{"i":1,"i":2,"s":"a","s":null}'),
  ('{"i":3.0e0,"s":1e2,"ts":"2024-01-31 12:34:56","l":"2024-01-31 12:34:56.123456Z","ti":"10:11:12.5"}'),
  ('{"bo":"false","s":[ 1 ,"x  y"],"i":" 7 "}');

SELECT * FROM p;

-- Each of these is no value of its column.
CREATE TABLE q_raw (v STRING) WITH ('connector' = 'kafka', 'topic' = 'plain_q', 'properties.bootstrap.servers' = 'x:1',
  'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');

CREATE TABLE q (n INT, i INT, dc DECIMAL(10, 2), ts TIMESTAMP(3), l TIMESTAMP_LTZ(3), dt DATE, ti TIME(3), r ROW<a INT, z INT>, ar ARRAY<INT>)
WITH ('connector' = 'kafka', 'topic' = 'plain_q', 'properties.bootstrap.servers' = 'x:1', 'format' = 'json',
  'json.ignore-parse-errors' = 'true', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset');


INSERT INTO q_raw VALUES
  ('{"n":1,"i":99999999999,"dt":"2024-2-29"}'),
  ('{"n":2,"i":1.5,"ts":"2024-01-31T12:34:56","dt":"2023-02-29"}'),
  ('{"n":3,"l":"2024-01-31 12:34:56+01:00","ti":"10:11"}'),
  ('{"n":4,"dc":12345678901,"r":5,"ar":{"a":1}}'),
  ('{"n":5,"r":{"a":"x","z":1},"ar":[1,"y",[2],3]}'),
  ('{"n":6,"i":true} trailing'),
  ('{"n":7,"i":'),
  ('5'),
  ('{"n":8,"ts":"2024-01-31 12:34"}');

SELECT * FROM q;
