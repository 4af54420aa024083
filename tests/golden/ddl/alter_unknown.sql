-- flags: check
CREATE TABLE orders (i INT);
ALTER TABLE order_s ADD j INT;
ALTER TABLE orders MODIFY j STRING;
ALTER TABLE orders DROP j;
ALTER TABLE orders RENAME j TO k;
