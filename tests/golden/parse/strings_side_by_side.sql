-- flags: check
SELECT 'a'
'b';
SELECT 'a' 'b';
