-- flags: check
CREATE TABLE t (i INT) WITH ('kafka.max-message-size' = 'large');
