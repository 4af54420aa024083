-- flags: run scan.bounded.specific-offsets.ddl
-- flags: check
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('scan.bounded.specific-offsets' = '', 'scan.bounded.mode' = 'specific-offsets');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('scan.bounded.specific-offsets' = 'partition:0', 'scan.bounded.mode' = 'specific-offsets');
CREATE TABLE f (k INT NOT NULL, v STRING) WITH ('scan.bounded.specific-offsets' = 'partition:0,offset:-1', 'scan.bounded.mode' = 'specific-offsets');
CREATE TABLE g (k INT NOT NULL, v STRING) WITH ('scan.bounded.specific-offsets' = 'partition:2147483648,offset:0', 'scan.bounded.mode' = 'specific-offsets');
CREATE TABLE h (k INT NOT NULL, v STRING) WITH ('scan.bounded.specific-offsets' = 'partition:0,offset:1;partition:0,offset:2', 'scan.bounded.mode' = 'specific-offsets');
CREATE TABLE i (k INT NOT NULL, v STRING) WITH ('scan.bounded.specific-offsets' = '0:42', 'scan.bounded.mode' = 'specific-offsets');
