-- flags: check
SELECT X'0aff', X'0af';
SELECT X'0g';
