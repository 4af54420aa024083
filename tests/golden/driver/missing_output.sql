-- flags: build
SELECT 1;
