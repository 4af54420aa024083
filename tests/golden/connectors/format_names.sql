-- flags: check
CREATE TABLE a (i INT) WITH ('connector' = 'filesystem', 'path' = '/x', 'format' = 'jsn');
CREATE TABLE b (i INT) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'b:1',
  'format' = 'avro-registri');
CREATE TABLE c (i INT) WITH ('connector' = 'filesystem', 'path' = '/x', 'format' = 'debezium-json');
