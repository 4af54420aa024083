-- flags: plan --local LOCAL kafka.cleanup-policy.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('kafka.cleanup-policy' = 'compact,delete');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('kafka.cleanup-policy' = '');
