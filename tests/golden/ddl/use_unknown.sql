-- flags: check
USE nosuch;
USE CATALOG foo;
USE foo.default_database;
USE default_database;
USE CATALOG default_catalog;
CREATE TABLE c.d.t (i INT);
CREATE TABLE e.u (i INT);
USE e;
SELECT i FROM t;
USE c.d;
SELECT i FROM t;
SELECT i FROM u;
USE CATALOG default_catalog;
USE e;
SELECT i FROM u;
