-- flags: check
CREATE TABLE t (id INT) COMMENT 'a' COMMENT 'b';
CREATE TABLE u (id INT) WITH ('a' = 'b') WITH ('c' = 'd');
SELECT 1 LIMIT 1 FETCH FIRST 2 ROWS ONLY;
