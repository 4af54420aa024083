-- flags: run
-- A semicolon in a string, a comment or a quoted name ends nothing.
CREATE TABLE t (s STRING, n INT); -- c;d
INSERT INTO t VALUES ('a;b', 1), ('it''s; /* no comment */ -- neither', 2); /* e; ' " f */
SELECT s, n AS `x;y` /* ;; */ FROM t -- g;
;
-- an empty statement, and a last one without its semicolon
;
SELECT 'end;' AS `;`
