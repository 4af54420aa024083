-- flags: check empty
SELECT 1;
