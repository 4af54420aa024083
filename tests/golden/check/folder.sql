-- flags: check scripts/
SELECT k FROM first;
