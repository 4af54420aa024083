-- flags: check
CREATE TABLE t (a DECIMAL(4, 2)) WITH ('value.format' = 'raw');
