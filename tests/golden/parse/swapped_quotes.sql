-- flags: check
INSERT INTO t VALUES ('a);
INSERT INTO t VALUES ('b');
