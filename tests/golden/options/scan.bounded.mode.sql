-- flags: run scan.bounded.mode.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('scan.bounded.mode' = 'newest');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('scan.bounded.mode' = '');
-- modes need the option that says where
CREATE TABLE t (k INT) WITH ('scan.bounded.mode' = 'timestamp');
CREATE TABLE u (k INT) WITH ('scan.bounded.mode' = 'SPECIFIC_OFFSETS');
CREATE TABLE x (k INT);
ALTER TABLE x SET ('scan.bounded.mode' = 'TIMESTAMP');
SELECT * FROM x /*+ OPTIONS('scan.bounded.mode' = 'timestamp') */;
SELECT * FROM x /*+ OPTIONS('scan.bounded.mode' = 'specific-offsets') */;
SELECT * FROM x /*+ OPTIONS('scan.bounded.mode' = 'group-offsets') */;
SELECT /*+ OPTIONS('scan.bounded.mode' = 'timestamp') */ * FROM x;
SELECT /*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */ * FROM x CROSS JOIN x AS y;
ALTER TABLE x SET ('scan.bounded.mode' = 'group-offsets');
SELECT * FROM x;
