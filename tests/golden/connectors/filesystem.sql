-- flags: run --local LOCAL filesystem.ddl
-- flags: check
CREATE TABLE a (x INT) WITH ('connector' = 'filesystem');
CREATE TABLE b (x INT) WITH ('connector' = 'filesystem', 'path' = 's3://bucket/a', 'format' = 'csv');
CREATE TABLE c (x INT) WITH ('connector' = 'filesystem', 'path' = '', 'format' = 'csv');
CREATE TABLE d (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'avro-registry');
CREATE TABLE e (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'parquet');
CREATE TABLE f (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv', 'csv.field-delimiter' = '::');
CREATE TABLE g (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv', 'csv.quote-character' = '');
CREATE TABLE h (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv', 'csv.escape-character' = 'ab');
CREATE TABLE i (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv', 'csv.field-delimiter' = '"');
CREATE TABLE j (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv', 'csv.disable-quote-character' = 'true', 'csv.quote-character' = '''');
CREATE TABLE k (x STRING) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'raw', 'csv.field-delimiter' = ';');
CREATE TABLE l (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv', 'csv.allow-comments' = 'perhaps', 'csv.ignore-parse-errors' = '2');
CREATE TABLE m (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv', 'source.monitor-interval' = '0 s');
CREATE TABLE n (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv', 'auto-compaction' = 'true');
CREATE TABLE o (x INT, PRIMARY KEY (x) NOT ENFORCED) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv');
CREATE TABLE p (x INT) PARTITIONED BY (x) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv');
CREATE TABLE q (x INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv', 'sink.rolling-policy.file-size' = 'big', 'sink.rolling-policy.rollover-interval' = 'soon');
CREATE TABLE r (x STRING METADATA FROM 'offset' VIRTUAL, y INT) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv');
CREATE TABLE s (x STRING) WITH ('csv.null-literal' = 'a', 'csv.array-element-delimiter' = 'b', 'path' = 'c');
CREATE TABLE t (k STRING, v STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'csv', 'key.format' = 'raw', 'key.fields' = 'k',
  'key.csv.field-delimiter' = ';', 'key.csv.quote-character' = '''', 'key.csv.allow-comments' = 'true', 'key.csv.ignore-parse-errors' = 'true', 'key.csv.null-literal' = '',
  'key.csv.array-element-delimiter' = '|', 'key.csv.escape-character' = '\', 'key.csv.disable-quote-character' = 'true');
CREATE TABLE u (m MAP<STRING, INT>) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv');
CREATE TABLE v (a ARRAY<ARRAY<INT>>) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv');
CREATE TABLE w (a INTERVAL YEAR TO MONTH) WITH ('connector' = 'filesystem', 'path' = '/a', 'format' = 'csv');
