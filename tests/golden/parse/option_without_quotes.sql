-- flags: check
CREATE TABLE t (id INT) WITH (connector = 'x');
CREATE TABLE u (id INT) WITH ('a' = b);
