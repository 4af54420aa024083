-- flags: check
CREATE TABLE t (id INT) WITH ('a' = 'b') COMMENT 'late';
CREATE TABLE u (id INT) AS SELECT 1 WITH ('a' = 'b');
CREATE TABLE v (id INT) LIKE t AS SELECT 1;
