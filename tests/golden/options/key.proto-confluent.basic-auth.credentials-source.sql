-- flags: run key.proto-confluent.basic-auth.credentials-source.ddl
-- flags: check
-- of another format than the table's
CREATE TABLE c (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-registry', 'key.proto-confluent.basic-auth.credentials-source' = 'USER_INFO');
CREATE TABLE d0 (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.basic-auth.credentials-source' = 'SASL_INHERIT');
CREATE TABLE d1 (k STRING NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH (
  'key.format' = 'proto-confluent', 'key.proto-confluent.url' = 'http://r:8081', 'key.proto-confluent.topic' = 'orders', 'key.proto-confluent.basic-auth.credentials-source' = 'user_info');
