-- flags: run value.fields-include.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('value.fields-include' = 'none');
CREATE TABLE d (k INT NOT NULL, v STRING) DISTRIBUTED BY (k) WITH ('value.fields-include' = '');
