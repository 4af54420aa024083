-- flags: run value.format.subject-names.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('value.format.subject-names' = '');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('value.format.subject-names' = ';');
