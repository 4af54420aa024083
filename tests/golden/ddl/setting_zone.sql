-- flags: check
SET 'sql.local-time-zone' = 'Europe/Berlin';
SET 'sql.local-time-zone' = 'UTC';
SET 'sql.local-time-zone' = 'GMT+02:00';
SET 'table.local-time-zone' = 'America/Argentina/Buenos_Aires';
SET 'sql.local-time-zone' = 'Europe/Berlinn';
SET 'table.local-time-zone' = 'GMT+25:00';
SET 'sql.local-time-zone' = 'default';
