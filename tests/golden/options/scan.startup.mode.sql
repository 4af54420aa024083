-- flags: run scan.startup.mode.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('scan.startup.mode' = 'newest');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('scan.startup.mode' = '');
-- modes need the option that says where
CREATE TABLE t (k INT) WITH ('scan.startup.mode' = 'timestamp');
CREATE TABLE u (k INT) WITH ('scan.startup.mode' = 'SPECIFIC_OFFSETS');
CREATE TABLE x (k INT);
ALTER TABLE x SET ('scan.startup.mode' = 'TIMESTAMP');
SELECT * FROM x /*+ OPTIONS('scan.startup.mode' = 'timestamp') */;
SELECT * FROM x /*+ OPTIONS('scan.startup.mode' = 'specific-offsets') */;
SELECT * FROM x /*+ OPTIONS('scan.startup.mode' = 'group-offsets') */;
SELECT /*+ OPTIONS('scan.startup.mode' = 'timestamp') */ * FROM x;
SELECT /*+ OPTIONS('scan.startup.mode' = 'latest-offset') */ * FROM x CROSS JOIN x AS y;
ALTER TABLE x SET ('scan.startup.mode' = 'group-offsets');
SELECT * FROM x;
