-- flags: check
SELECT 1 2;
SELECT 3;
DROP TABEL t;
SELECT 'fine; -- really';
INSERT t VALUES (1);
ALTER TABLE t RENAME a;
