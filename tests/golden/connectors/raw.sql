-- flags: run --local LOCAL raw.ddl
-- flags: check
CREATE TABLE a (v STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'k:9092', 'format' = 'raw', 'raw.charset' = 'EBCDIC');
CREATE TABLE b (v STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'k:9092', 'format' = 'raw', 'raw.charset' = '');
CREATE TABLE c (v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'k:9092', 'format' = 'raw', 'raw.endianness' = 'middle-endian');
CREATE TABLE d (k STRING, v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'k:9092', 'format' = 'raw', 'key.format' = 'raw', 'key.fields' = 'k',
  'value.fields-include' = 'EXCEPT_KEY', 'key.raw.charset' = 'UTF-7');
CREATE TABLE e (k STRING, v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'k:9092', 'format' = 'raw', 'key.format' = 'raw', 'key.fields' = 'k',
  'value.fields-include' = 'EXCEPT_KEY', 'key.raw.endianness' = '');
CREATE TABLE f (v STRING) WITH ('connector' = 'filesystem', 'path' = '/x', 'format' = 'raw', 'raw.charset' = 'UTF-16');
CREATE TABLE g (v INT) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'k:9092',
  'format' = 'json', 'raw.charset' = 'UTF-8');
CREATE TABLE h (v STRING) WITH ('value.format' = 'raw', 'raw.charset' = 'UTF-8');
