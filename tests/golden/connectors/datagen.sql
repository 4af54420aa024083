-- flags: run datagen.ddl
-- flags: check
CREATE TABLE a (x TINYINT) WITH ('connector' = 'datagen', 'fields.x.max' = '128');
CREATE TABLE b (x TINYINT) WITH ('connector' = 'datagen', 'fields.x.min' = '5', 'fields.x.max' = '4');
CREATE TABLE c (x BOOLEAN) WITH ('connector' = 'datagen', 'fields.x.min' = '5');
CREATE TABLE d (x BOOLEAN) WITH ('connector' = 'datagen', 'fields.x.kind' = 'sequence', 'fields.x.start' = '1', 'fields.x.end' = '2');
CREATE TABLE e (x INT) WITH ('connector' = 'datagen', 'fields.x.kind' = 'sequence', 'fields.x.start' = '1');
CREATE TABLE f (x INT) WITH ('connector' = 'datagen', 'fields.x.kind' = 'sequence', 'fields.x.start' = '3', 'fields.x.end' = '2');
CREATE TABLE g (x INT) WITH ('connector' = 'datagen', 'fields.x.end' = '2');
CREATE TABLE h (x INT) WITH ('connector' = 'datagen', 'fields.x.kind' = 'often');
CREATE TABLE i (x CHAR(3)) WITH ('connector' = 'datagen', 'fields.x.length' = '2');
CREATE TABLE j (x VARCHAR(3)) WITH ('connector' = 'datagen', 'fields.x.length' = '4');
CREATE TABLE k (x INT) WITH ('connector' = 'datagen', 'fields.x.var-len' = 'true');
CREATE TABLE l (x INT) WITH ('connector' = 'datagen', 'fields.x.max-past' = '1 h');
CREATE TABLE m (x TIMESTAMP) WITH ('connector' = 'datagen', 'fields.x.max-past' = 'long');
CREATE TABLE n (x INT) WITH ('connector' = 'datagen', 'fields.x.null-rate' = 'some');
CREATE TABLE o (x INT) WITH ('connector' = 'datagen', 'fields.y.min' = '1');
CREATE TABLE p (x INT) WITH ('connector' = 'datagen', 'fields.x.expression' = '1');
CREATE TABLE q (x INT) WITH ('connector' = 'datagen', 'scan.parallelism' = '0');
CREATE TABLE r (x INT) WITH ('connector' = 'datagen', 'value.format' = 'json');
CREATE TABLE s (x INT) WITH ('connector' = 'datagen', 'fields.x.start' = '1');
CREATE TABLE t (x INT) WITH ('connector' = 'datagen');
INSERT INTO t VALUES (1);
