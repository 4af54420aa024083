-- flags: run error-handling.log.target.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('error-handling.log.target' = '');
