-- flags: plan --local LOCAL kafka.max-message-size.ddl
-- flags: check
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('kafka.max-message-size' = '-1');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('kafka.max-message-size' = '5 MB/s');
CREATE TABLE f (k INT NOT NULL, v STRING) WITH ('kafka.max-message-size' = '2 gb');
CREATE TABLE g (k INT NOT NULL, v STRING) WITH ('kafka.max-message-size' = '8388608 tb');
