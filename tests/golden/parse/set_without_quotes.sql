-- flags: check
SET sql.key = 1;
RESET sql.key;
