-- flags: run --input b=-
CREATE TABLE a (i INT);
CREATE TABLE b (i INT);
INSERT INTO b SELECT i FROM a;
