-- flags: check
-- Joins that are known and refused, by their number; a format that is read only.
CREATE TABLE t (i INT, s STRING, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts);
CREATE TABLE u (i INT, s STRING);
CREATE TABLE cdc (i INT, s STRING) WITH ('value.format' = 'avro-debezium-registry');
SELECT * FROM t LEFT JOIN u FOR SYSTEM_TIME AS OF t.ts ON t.i = u.i;
SELECT t.i FROM t JOIN t AS o ON t.i = o.i AND t.ts BETWEEN o.ts AND o.ts + INTERVAL '1' HOUR;
INSERT INTO cdc SELECT i, s FROM u;
