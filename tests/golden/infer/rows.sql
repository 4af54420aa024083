-- flags: run --local LOCAL
-- Rows written and read through inferred tables; NULL keys are allowed where the key is raw.
INSERT INTO t_raw (key, val) SELECT CAST(NULL AS BYTES), CAST(NULL AS BYTES);
INSERT INTO t_raw VALUES (X'01', X'02');
SELECT * FROM t_raw;
INSERT INTO t_raw_key SELECT CAST(NULL AS BYTES), 12, 'Bob';
SELECT * FROM t_raw_key;
INSERT INTO t_atomic_key VALUES (7, 12, 'Bob');
SELECT * FROM t_atomic_key;
INSERT INTO t_sr_joint VALUES (1, 'Ann', '8000');
SELECT name, uid FROM t_sr_joint;
INSERT INTO `default_catalog`.`default_database`.t_raw_disjoint VALUES (X'aa', 1, 'k');
SELECT * FROM t_raw_disjoint;
SELECT * FROM t_union;
DESCRIBE t_sr_joint;
SHOW TABLES;
