-- flags: check
SET 'sql.tables.scan.idle-timeout' = '1 parsec';
SET 'sql.local-time-zone' = 'Mars Time';
