-- flags: run --local LOCAL
-- Each row of the table of JSON Schema and SQL, read.
SHOW CREATE TABLE j_atomic;
SHOW CREATE TABLE j_logical;
SHOW CREATE TABLE j_nested;
SHOW CREATE TABLE j_order;
SHOW CREATE TABLE j_combined;
SHOW CREATE TABLE j_union;
SHOW CREATE TABLE j_scalar;
SHOW CREATE TABLE j_any;
SHOW CREATE TABLE j_tuple;
SHOW CREATE TABLE j_noitems;
SHOW CREATE TABLE j_self;
SHOW CREATE TABLE j_not;
SHOW CREATE TABLE j_decimal;
SHOW CREATE TABLE j_connect;
