-- flags: run --local LOCAL debezium_json.ddl
-- flags: check
CREATE TABLE a (id BIGINT) WITH ('connector' = 'kafka', 'topic' = 't',
  'properties.bootstrap.servers' = 'k:9092', 'format' = 'debezium-json',
  'debezium-json.schema-include' = 'yes', 'debezium-json.ignore-parse-errors' = '',
  'debezium-json.timestamp-format.standard' = 'RFC3339');
CREATE TABLE b (id BIGINT) WITH ('connector' = 'kafka', 'topic' = 't',
  'properties.bootstrap.servers' = 'k:9092', 'format' = 'json',
  'debezium-json.schema-include' = 'true');
CREATE TABLE c (k INT, id BIGINT) WITH ('connector' = 'kafka', 'topic' = 't',
  'properties.bootstrap.servers' = 'k:9092', 'key.fields' = 'k', 'key.format' = 'debezium-json',
  'value.format' = 'json');
CREATE TABLE d (id BIGINT) WITH ('connector' = 'kafka', 'topic' = 't',
  'properties.bootstrap.servers' = 'k:9092', 'format' = 'debezium-json',
  'debezium-json.encode.decimal-as-plain-number' = 'yes',
  'debezium-json.encode.ignore-null-fields' = '', 'debezium-json.map-null-key.mode' = 'keep');
CREATE TABLE e (id BIGINT) WITH ('connector' = 'kafka', 'topic' = 't',
  'properties.bootstrap.servers' = 'k:9092', 'format' = 'debezium-json',
  'debezium-json.schema-include' = 'true');
INSERT INTO e VALUES (1);
CREATE TABLE f (id BIGINT) WITH ('connector' = 'kafka', 'topic' = 't',
  'properties.bootstrap.servers' = 'k:9092', 'format' = 'json',
  'debezium-json.map-null-key.literal' = 'none');
CREATE TABLE g (id BIGINT) WITH ('value.format' = 'avro-debezium-registry');
INSERT INTO g VALUES (1);
