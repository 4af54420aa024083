-- flags: plan --local LOCAL kafka.message-timestamp-type.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('kafka.message-timestamp-type' = 'AppendTime');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('kafka.message-timestamp-type' = '');
