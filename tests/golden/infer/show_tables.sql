-- flags: run --local LOCAL
-- Topics that no statement names are tables; those that a statement dropped or renamed are not.
SHOW TABLES;
CREATE TABLE declared (i INT);
CREATE VIEW seen AS SELECT * FROM declared;
ALTER TABLE two RENAME TO renamed;
DROP TABLE three;
SHOW TABLES;
SHOW TABLES LIKE 'o%';
SHOW TABLES FROM elsewhere;
