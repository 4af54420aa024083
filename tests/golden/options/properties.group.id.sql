-- flags: run properties.group.id.ddl
-- flags: check
-- the mode needs a group, which only a query names
CREATE TABLE t (k INT) WITH ('scan.startup.mode' = 'group-offsets');
SELECT * FROM t;
SELECT * FROM t /*+ OPTIONS('properties.group.id' = '') */;
CREATE TABLE u (k INT) WITH ('properties.group.id' = 'g');
SELECT * FROM t /*+ OPTIONS('properties.group.id' = 'a', 'properties.group.id' = 'b') */;
