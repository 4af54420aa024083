-- flags: run key.format.subject-names.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('key.format.subject-names' = '');
CREATE TABLE d (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('key.format.subject-names' = ';');
