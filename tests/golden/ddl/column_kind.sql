-- flags: check
-- Types that no column has, and parts of types likewise.
CREATE TABLE a (i INT, t TIMESTAMP(3) WITH TIME ZONE);
CREATE TABLE b (i INT, d ROW<x ARRAY<TIMESTAMP WITH TIME ZONE>, y INT>);
CREATE TABLE c (i INT);
ALTER TABLE c ADD t MAP<STRING, TIMESTAMP WITH TIME ZONE>;
