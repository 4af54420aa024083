-- flags: run --seed 7
CREATE TABLE t (i INT, st STRING, d DECIMAL(10, 3), db DOUBLE, f FLOAT, b BOOLEAN, dt DATE, ti TIME(3), ts TIMESTAMP(6), tz TIMESTAMP_LTZ(3), bi BYTES, ar ARRAY<STRING>, r ROW<x INT, y STRING>, m MAP<STRING, INT>) WITH ('connector' = 'print', 'print-identifier' = 'id');
INSERT INTO t VALUES
  (1, 'hi', 1.5, 1.5, CAST(2.5 AS FLOAT), true, DATE '2024-01-01', TIME '10:00:00', TIMESTAMP '2024-01-01 10:00:00.123', TO_TIMESTAMP_LTZ(1704103200000, 3), x'616200ff', ARRAY['a', 'b'], ROW(1, 'z'), MAP['k', 1]),
  (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (3, 'x', 0.001, 1e10, CAST(1e-5 AS FLOAT), false, DATE '1969-12-31', TIME '23:59:59.500', TIMESTAMP '2024-01-01 00:00:00', TO_TIMESTAMP_LTZ(1704067200500, 3), x'', ARRAY[CAST(NULL AS STRING)], ROW(CAST(NULL AS INT), CAST(NULL AS STRING)), MAP['k', CAST(NULL AS INT)]);
-- Changes of every kind, numbered in turn, with and without a name before them.
CREATE TABLE n WITH ('connector' = 'print', 'sink.parallelism' = '2')
AS SELECT x, COUNT(*) AS n FROM (VALUES (1), (2), (1)) AS v (x) GROUP BY x;
CREATE TABLE e (x INT, months INTERVAL YEAR TO MONTH, span INTERVAL DAY TO SECOND(3)) WITH ('connector' = 'print', 'standard-error' = 'true');
INSERT INTO e VALUES (1, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '1 02:03:04.500' DAY TO SECOND(3)), (2, INTERVAL '0' MONTH, INTERVAL '0' SECOND);
CREATE TEMPORARY TABLE made (x INT, y STRING) WITH (
  'connector' = 'faker', 'number-of-rows' = '3',
  'fields.x.expression' = '#{number.numberBetween ''0'',''100''}', 'fields.y.expression' = '#{name.fullName}'
);
CREATE TABLE m WITH ('connector' = 'print', 'print-identifier' = 'm', 'sink.parallelism' = '2') AS SELECT * FROM made;
SELECT * FROM made;
DROP TABLE m;
DROP TABLE made;
