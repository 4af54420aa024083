-- flags: check
SELECT MAP['a', 1, 'b'];
