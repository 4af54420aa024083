-- flags: check --lint --registry=dir:registry
-- Tables that no script declares are what the registry has.
SELECT id, amount FROM orders;
SELECT price FROM orders;
CREATE TABLE copy (id INT, note STRING);
INSERT INTO copy SELECT note, id FROM orders;
SELECT x FROM neither_here_nor_there;
