-- flags: check
CREATE TABLE t (order_id INT, PRIMARY KEY (orderid) NOT ENFORCED);
