-- flags: run kafka.producer.transaction.timeout.ms.ddl
-- flags: check
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('kafka.producer.transaction.timeout.ms' = '0');
CREATE TABLE e (k INT NOT NULL, v STRING) WITH ('kafka.producer.transaction.timeout.ms' = '2147483648');
CREATE TABLE f (k INT NOT NULL, v STRING) WITH ('kafka.producer.transaction.timeout.ms' = '1 min');
CREATE TABLE g (k INT NOT NULL, v STRING) WITH ('kafka.producer.transaction.timeout.ms' = '');
