-- flags: check
SET 'sql.tables.scan.idle-timeot' = '1s';
