-- flags: check --local LOCAL
-- flags: plan --local LOCAL
-- flags: apply --local LOCAL --allow-drop
-- flags: run --local LOCAL
-- A CREATE of the name declares the topic; a dropped or renamed table is not found again.
CREATE TABLE IF NOT EXISTS mine (i INT) DISTRIBUTED INTO 1 BUCKETS;
ALTER TABLE `old` RENAME TO fresh;
DESCRIBE fresh;
CREATE VIEW seen AS SELECT i FROM seen2;
CREATE TABLE copy LIKE fresh;
DROP TABLE IF EXISTS gone;
DROP TABLE IF EXISTS never;
