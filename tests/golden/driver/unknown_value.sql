-- flags: run --format=yaml
SELECT 1;
