-- flags: run sink.buffer-flush.max-rows.ddl
-- flags: check
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('sink.buffer-flush.max-rows' = '-1');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('sink.buffer-flush.max-rows' = '2147483648');
CREATE TABLE f (k INT NOT NULL, v STRING) WITH ('sink.buffer-flush.max-rows' = 'many');
-- of an upsert table; of others it says nothing
CREATE TABLE t (k INT) WITH ('sink.buffer-flush.max-rows' = '1');
SELECT * FROM t;
INSERT INTO t VALUES (1);
CREATE TABLE u WITH ('sink.buffer-flush.max-rows' = '1') AS SELECT 1 AS k;
