-- flags: run faker.ddl
-- flags: check
CREATE TABLE a (x INT) WITH ('connector' = 'faker');
CREATE TABLE b (x STRING) WITH ('connector' = 'faker', 'fields.x.expression' = 'a #{Nme.firstName} b');
CREATE TABLE c (x INT) WITH ('connector' = 'faker', 'fields.x.expression' = '#{Name.firstName}');
CREATE TABLE d (x INT) WITH ('connector' = 'faker', 'fields.x.expression' = '#{number.numberBetween ''9''}');
CREATE TABLE e (x INT) WITH ('connector' = 'faker', 'fields.x.expression' = '#{number.numberBetween ''9'',''b''}');
CREATE TABLE f (x INT NOT NULL) WITH ('connector' = 'faker', 'fields.x.expression' = '1', 'fields.x.null-rate' = '0.1');
CREATE TABLE g (x INT) WITH ('connector' = 'faker', 'fields.x.expression' = '1', 'fields.x.null-rate' = '1.1');
CREATE TABLE h (x INT) WITH ('connector' = 'faker', 'fields.x.expression' = '1', 'fields.x.length' = '2');
CREATE TABLE i (x ARRAY<INT>) WITH ('connector' = 'faker', 'fields.x.expression' = '1', 'fields.x.length' = '0');
CREATE TABLE j (name INT) WITH ('connector' = 'faker', 'fields.name.expression' = '1', 'fields.nam.expression' = '1');
CREATE TABLE k (x INT) WITH ('connector' = 'faker', 'fields.x.expression' = '1', 'fields.x.min' = '1');
CREATE TABLE l (x INT) WITH ('connector' = 'faker', 'fields.x.expression' = '1', 'rows-per-second' = '0');
CREATE TABLE m (x INT) WITH ('connector' = 'faker', 'fields.x.expression' = '1', 'number-of-rows' = '-2');
CREATE TABLE n (x INT) WITH ('connector' = 'faker', 'fields.x.expression' = '1', 'rows-per-secnd' = '1');
CREATE TABLE o (x STRING) WITH ('connector' = 'faker', 'fields.x.expression' = '#{regexify ''(a|b''}');
CREATE TABLE p (x TIMESTAMP(3)) WITH ('connector' = 'faker', 'fields.x.expression' = '#{date.past ''5'',''WEEKS''}');
CREATE TABLE q (x TINYINT) WITH ('connector' = 'faker', 'fields.x.expression' = '#{number.numberBetween ''200'',''300''}');
CREATE TABLE r (x STRING) WITH ('connector' = 'faker', 'fields.x.expression' = '#{name.firstName');
CREATE TABLE s (x INTERVAL DAY TO SECOND) WITH ('connector' = 'faker', 'fields.x.expression' = '1');
CREATE TABLE t (x STRING METADATA FROM 'topic' VIRTUAL, y INT) WITH ('connector' = 'faker', 'fields.y.expression' = '1');
CREATE TABLE u (y INT) DISTRIBUTED INTO 3 BUCKETS WITH ('connector' = 'faker', 'fields.y.expression' = '1');
CREATE TABLE v (y INT) WITH ('connector' = 'faker', 'fields.y.expression' = '1');
INSERT INTO v VALUES (1);
SELECT * FROM v /*+ OPTIONS('fields.y.expression' = '#{name.lastName}') */;
SELECT * FROM v /*+ OPTIONS('connector' = 'datagen') */;
