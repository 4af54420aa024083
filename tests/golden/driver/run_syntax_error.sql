-- flags: run
-- With a syntax error nothing runs.
SELECT 1;
SELEC 2;
