-- flags: run scan.startup.timestamp-millis.ddl
-- flags: check
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('scan.startup.timestamp-millis' = '-1', 'scan.startup.mode' = 'timestamp');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('scan.startup.timestamp-millis' = '9223372036854775808', 'scan.startup.mode' = 'timestamp');
CREATE TABLE f (k INT NOT NULL, v STRING) WITH ('scan.startup.timestamp-millis' = '2021-01-01', 'scan.startup.mode' = 'timestamp');
CREATE TABLE g (k INT NOT NULL, v STRING) WITH ('scan.startup.timestamp-millis' = '', 'scan.startup.mode' = 'timestamp');
