-- flags: build -o /dev/null
SELECT 1;
