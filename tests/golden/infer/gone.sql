-- flags: check --local LOCAL
-- flags: run --local LOCAL
-- The old name of a table, a dropped table and another's name are no tables.
ALTER TABLE `old` RENAME TO fresh;
DROP TABLE gone;
SELECT * FROM `old`;
SELECT * FROM gone;
SELECT * FROM fersh;
SELECT * FROM `no topic`;
