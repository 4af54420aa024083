-- flags: check
CREATE TABLE t (i INT) WITH ('value.format' = 'json-debezium-registry');
CREATE TABLE u (i INT) WITH ('value.format' = 'avro');
