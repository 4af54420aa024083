-- flags: check
SELECT 1;
/* left open
SELECT 2;
