-- flags: check
CREATE TABLE t (i INT);
CREATE TABLE other (i INT);
CREATE VIEW v AS SELECT i FROM t;
ALTER TABLE t RENAME TO other;
ALTER TABLE t RENAME TO v;
ALTER TABLE t RENAME TO `a b`;
ALTER TABLE t RENAME TO a.b.c.d;
ALTER TABLE t RENAME TO u;
ALTER TABLE u RENAME TO t;
CREATE TABLE k (i INT) WITH ('connector' = 'kafka', 'topic' = 'orders', 'format' = 'json',
  'properties.bootstrap.servers' = 'localhost:9092');
ALTER TABLE k RENAME TO `a b`;
