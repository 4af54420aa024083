-- flags: run --local=
SELECT 1;
