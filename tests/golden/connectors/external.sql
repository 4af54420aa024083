-- flags: run external.ddl
-- flags: check
CREATE TABLE a (id INT) WITH ('connector' = 'jdbc', 'url' = 'u', 'table-name' = 't');
CREATE TABLE b (id INT) WITH ('connector' = 'confluent-jdbc');
CREATE TABLE c (id INT) WITH ('connector' = 'couchbase');
CREATE TABLE d (id INT) WITH ('connector' = 'mongodb');
CREATE TABLE e (id INT) WITH ('connector' = 'rest');
CREATE TABLE f (id INT) WITH ('connector' = 'elastic');
CREATE TABLE g (id INT) WITH ('connector' = 's3vectors');
CREATE TABLE h (id INT) WITH ('connector' = 'cosmosdb');
CREATE TABLE i (id INT) WITH ('connector' = 'pinecone');
SELECT * FROM a;
SELECT * FROM b;
SELECT * FROM c;
SELECT * FROM d;
SELECT * FROM e;
SELECT * FROM f;
SELECT * FROM g;
SELECT * FROM h;
SELECT * FROM i;
INSERT INTO a VALUES (1);
CREATE TABLE v AS SELECT * FROM d;
CREATE TABLE j (id INT) WITH ('connector' = 'jdbc', 'url' = 'u');
CREATE TABLE k (id INT) WITH ('connector' = 'jdbc', 'table-name' = 'u');
CREATE TABLE l (id INT) WITH ('connector' = 'mongodb', 'confluent-jdbc.connection' = 'c', 'couchbase.connection' = 'c',
  'rest.connection' = 'c', 'elastic.index' = 'c', 's3vectors.bucket' = 'c', 'cosmosdb.database' = 'c',
  'pinecone.index' = 'c', 'username' = 'u', 'password' = 'hush', 'driver' = 'd', 'compatible-mode' = 'm',
  'connection.max-retry-timeout' = '1', 'lookup.cache' = 'none', 'scan.partition.num' = '1', 'scan.fetch-size' = '1',
  'scan.auto-commit' = 'true', 'sink.max-retries' = '1');
CREATE TABLE m (id INT) WITH ('connector' = 'pinecone', 'mongodb.connection' = 'c');
CREATE TABLE n (id INT) WITH ('connector' = 'pinecone', 'pinecne.index' = 'c');
CREATE TABLE o (id INT) WITH ('connector' = 'jdbc', 'url' = 'u', 'table-name' = 't', 'connection.max-retry-timeout' = 'soon',
  'lookup.cache' = 'FULL', 'lookup.cache.max-rows' = '0', 'lookup.cache.ttl' = 'x', 'lookup.max-retries' = '-1',
  'lookup.partial-cache.cache-missing-key' = '1', 'lookup.partial-cache.expire-after-access' = 'x',
  'lookup.partial-cache.expire-after-write' = 'x', 'lookup.partial-cache.max-rows' = '0',
  'scan.partition.lower-bound' = 'x', 'scan.partition.num' = '0', 'scan.partition.upper-bound' = 'x',
  'scan.fetch-size' = '-1', 'scan.auto-commit' = '1', 'sink.max-retries' = '-1', 'lookup.cach' = 'none',
  'scan.partition.colum' = 'id');
CREATE TABLE q (id INT) WITH ('connector' = 'mongodb', 'scan.partition.column' = 'id');
