-- flags: run --name=a/b
SELECT 1;
