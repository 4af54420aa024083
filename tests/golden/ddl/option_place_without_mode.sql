-- flags: check
-- Where to begin or end at says nothing without the mode; one that overrides may leave it there.
CREATE TABLE a (i INT) WITH ('scan.startup.timestamp-millis' = '1');
CREATE TABLE b (i INT) WITH ('scan.startup.specific-offsets' = 'partition:0,offset:1');
CREATE TABLE c (i INT) WITH ('scan.bounded.timestamp-millis' = '1');
CREATE TABLE d (i INT) WITH ('scan.bounded.specific-offsets' = 'partition:0,offset:1');
CREATE TABLE e (i INT) WITH ('scan.startup.mode' = 'timestamp', 'scan.startup.timestamp-millis' = '1');
ALTER TABLE e SET ('scan.startup.mode' = 'latest-offset');
SELECT * FROM e /*+ OPTIONS('scan.startup.mode' = 'earliest-offset') */;
ALTER TABLE e RESET ('scan.startup.mode');
ALTER TABLE e RESET ('scan.startup.mode', 'scan.startup.timestamp-millis');
