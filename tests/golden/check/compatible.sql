-- flags: check --registry=dir:registry
-- A new field that may be NULL, one that is gone, a wider number: BACKWARD.
CREATE TABLE orders (
    id DOUBLE NOT NULL,
    amount DECIMAL(10, 2),
    shipped TIMESTAMP_LTZ(3)
);
CREATE TABLE users (
    id INT,
    name STRING,
    email STRING NOT NULL,
    PRIMARY KEY (id) NOT ENFORCED
);
CREATE TABLE gratis (x STRING);
CREATE TABLE unknown_to_the_registry (x INT NOT NULL);
