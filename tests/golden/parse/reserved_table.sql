-- flags: check
INSERT INTO values SELECT 1;
SELECT * FROM table;
