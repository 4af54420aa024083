-- flags: run --local LOCAL avro.ddl
-- flags: check
CREATE TABLE a (v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'avro', 'avro.encoding' = 'json');
CREATE TABLE b (v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'avro', 'avro.encoding' = 'xml');
CREATE TABLE c (v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'avro', 'avro.codec' = 'snappy');
CREATE TABLE d (v TIMESTAMP(6)) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'avro');
CREATE TABLE e (v TIMESTAMP_LTZ(3)) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'avro');
CREATE TABLE f (v TIMESTAMP(9)) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'avro', 'avro.timestamp_mapping.legacy' = 'false');
CREATE TABLE g (v MAP<INT, INT>) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'avro');
CREATE TABLE h (v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'avro', 'key.avro.encoding' = 'binary');
CREATE TABLE i (v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'avro', 'key.avro.timestamp_mapping.legacy' = 'true');
CREATE TABLE j (v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b:1', 'format' = 'raw', 'avro.timestamp_mapping.legacy' = 'true');
CREATE TABLE k (v TIMESTAMP_LTZ(3)) WITH ('connector' = 'filesystem', 'path' = '/tmp/x', 'format' = 'avro');
CREATE TABLE l (v INT) WITH ('value.format' = 'avro');
CREATE TABLE m (v INT) WITH ('connector' = 'filesystem', 'path' = '/tmp/x', 'format' = 'avro', 'avro.codec' = 'snappy');
CREATE TABLE n (v INT) WITH ('connector' = 'filesystem', 'path' = '/tmp/x', 'format' = 'avro', 'avro.codec' = 'lz4');
CREATE TABLE o (v INT) WITH ('connector' = 'filesystem', 'path' = '/tmp/x', 'format' = 'csv', 'avro.codec' = 'null');
CREATE TABLE p (v INT) WITH ('connector' = 'filesystem', 'path' = '/tmp/x', 'format' = 'avro', 'error-handling.mode' = 'ignore');
