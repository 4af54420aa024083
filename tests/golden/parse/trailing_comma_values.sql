-- flags: check
INSERT INTO t VALUES (1, 2,);
