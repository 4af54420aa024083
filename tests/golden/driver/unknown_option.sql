-- flags: check --dmup=ast
SELECT 1;
