-- flags: run scan.bounded.timestamp-millis.ddl
-- flags: check
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('scan.bounded.timestamp-millis' = '-1', 'scan.bounded.mode' = 'timestamp');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('scan.bounded.timestamp-millis' = '9223372036854775808', 'scan.bounded.mode' = 'timestamp');
CREATE TABLE f (k INT NOT NULL, v STRING) WITH ('scan.bounded.timestamp-millis' = '2021-01-01', 'scan.bounded.mode' = 'timestamp');
CREATE TABLE g (k INT NOT NULL, v STRING) WITH ('scan.bounded.timestamp-millis' = '', 'scan.bounded.mode' = 'timestamp');
