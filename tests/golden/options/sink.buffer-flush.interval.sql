-- flags: run sink.buffer-flush.interval.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('sink.buffer-flush.interval' = '-1 s');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('sink.buffer-flush.interval' = 'often');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('sink.buffer-flush.interval' = '');
-- of an upsert table; of others it says nothing
CREATE TABLE t (k INT) WITH ('sink.buffer-flush.interval' = '1 s');
SELECT * FROM t;
INSERT INTO t VALUES (1);
CREATE TABLE u WITH ('sink.buffer-flush.interval' = '1 s') AS SELECT 1 AS k;
