-- flags: check
CREATE TABLE t (order INT, id INT);
CREATE TABLE u (id INT, user STRING);
