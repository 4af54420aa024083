-- flags: run --local LOCAL json.ddl
-- flags: check
CREATE TABLE t1 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json', 'json.fail-on-missing-field' = 'perhaps');
CREATE TABLE t2 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json', 'json.ignore-parse-errors' = 'perhaps');
CREATE TABLE t3 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json', 'json.timestamp-format.standard' = 'perhaps');
CREATE TABLE t4 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json', 'json.map-null-key.mode' = 'perhaps');
CREATE TABLE t5 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json', 'json.encode.decimal-as-plain-number' = 'perhaps');
CREATE TABLE t6 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json', 'json.encode.ignore-null-fields' = 'perhaps');
CREATE TABLE t7 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json', 'json.decode.json-parser.enabled' = 'perhaps');
CREATE TABLE t8 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'key.format' = 'json', 'key.fields' = 'x', 'value.format' = 'json', 'key.json.fail-on-missing-field' = 'perhaps');
CREATE TABLE t9 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'key.format' = 'json', 'key.fields' = 'x', 'value.format' = 'json', 'key.json.ignore-parse-errors' = 'perhaps');
CREATE TABLE t10 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'key.format' = 'json', 'key.fields' = 'x', 'value.format' = 'json', 'key.json.timestamp-format.standard' = 'perhaps');
CREATE TABLE t11 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'key.format' = 'json', 'key.fields' = 'x', 'value.format' = 'json', 'key.json.map-null-key.mode' = 'perhaps');
CREATE TABLE t12 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'key.format' = 'json', 'key.fields' = 'x', 'value.format' = 'json', 'key.json.encode.decimal-as-plain-number' = 'perhaps');
CREATE TABLE t13 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'key.format' = 'json', 'key.fields' = 'x', 'value.format' = 'json', 'key.json.encode.ignore-null-fields' = 'perhaps');
CREATE TABLE t14 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'key.format' = 'json', 'key.fields' = 'x', 'value.format' = 'json', 'key.json.decode.json-parser.enabled' = 'perhaps');
CREATE TABLE u1 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json', 'json.fail-on-missing-field' = 'true', 'json.ignore-parse-errors' = 'true');
CREATE TABLE u2 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'raw', 'json.map-null-key.literal' = 'x', 'json.decode.json-parser.enabled' = 'true');
CREATE TABLE u3 (x INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json', 'key.json.map-null-key.literal' = 'x');
CREATE TABLE u4 (x MAP<INT, INT>, y INTERVAL YEAR) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json');
