-- flags: run --local LOCAL avro_confluent.ddl
-- flags: check
-- no URL
CREATE TABLE t1 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent');
CREATE TABLE t2 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = '');
CREATE TABLE t3 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.schema-registry.url' = '');
-- secrets
CREATE TABLE t4 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://alice:secret@r:8081');
CREATE TABLE t5 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.basic-auth.user-info' = 'x');
CREATE TABLE t6 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.bearer-auth.token' = 'x');
CREATE TABLE t7 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.ssl.keystore.password' = 'x');
CREATE TABLE t8 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.ssl.truststore.password' = 'x');
CREATE TABLE t9 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.properties' = 'basic.auth.user.info:x');
CREATE TABLE t10 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.properties.bearer.auth.token' = 'x');
CREATE TABLE t11 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.properties' = 'schema.registry.ssl.key.password:x');
-- what is not supported
CREATE TABLE t12 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.basic-auth.credentials-source' = 'SASL_INHERIT');
CREATE TABLE t13 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.bearer-auth.credentials-source' = 'OAUTHBEARER');
CREATE TABLE t14 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.ssl.keystore.location' = '/client.jks');
CREATE TABLE t15 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.ssl.truststore.location' = '/ca.jks');
CREATE TABLE t16 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.properties.schema.registry.ssl.truststore.type' = 'JKS');
CREATE TABLE t17 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.properties' = 'max.schemas.per.subject:5');
CREATE TABLE t18 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.properties' = 'nothing');
-- a schema of other columns
CREATE TABLE t19 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.schema' = '"int"');
CREATE TABLE t20 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'avro-confluent.schema-registry.schema' = '{');
-- of another format
CREATE TABLE t21 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'json', 'avro-confluent.subject' = 's');
CREATE TABLE t22 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'json', 'avro-confluent.schema-registry.subject' = 's');
-- of the key
CREATE TABLE t23 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = '');
CREATE TABLE t24 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.schema-registry.url' = '');
CREATE TABLE t25 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.basic-auth.user-info' = 'x');
CREATE TABLE t26 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.bearer-auth.token' = 'x');
CREATE TABLE t27 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.ssl.keystore.password' = 'x');
CREATE TABLE t28 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.ssl.truststore.password' = 'x');
CREATE TABLE t29 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.properties' = 'basic.auth.user.info:x');
CREATE TABLE t30 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.properties.bearer.auth.token' = 'x');
CREATE TABLE t31 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.basic-auth.credentials-source' = 'SASL_INHERIT');
CREATE TABLE t32 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.bearer-auth.credentials-source' = 'OAUTHBEARER');
CREATE TABLE t33 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.ssl.keystore.location' = '/client.jks');
CREATE TABLE t34 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.ssl.truststore.location' = '/ca.jks');
CREATE TABLE t35 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.schema' = '"int"');
CREATE TABLE t36 (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a', 'value.format' = 'json',
  'key.format' = 'avro-confluent', 'key.avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.schema-registry.schema' = '{');
CREATE TABLE t37 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.subject' = 's');
CREATE TABLE t38 (k INT NOT NULL, v STRING) WITH ('connector' = 'kafka', 'properties.bootstrap.servers' = 'k:9092', 'topic' = 'a',
  'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r:8081', 'key.avro-confluent.schema-registry.subject' = 's');
-- connectors without the format
CREATE TABLE c (k INT) WITH ('value.format' = 'avro-confluent');
CREATE TABLE f (k INT) WITH ('connector' = 'filesystem', 'path' = '/x', 'format' = 'avro-confluent', 'avro-confluent.url' = 'http://r');
