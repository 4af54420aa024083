-- flags: check --registry=dir:registry
CREATE TABLE orders (
    id INT NOT NULL,
    amount DECIMAL(10, 4),
    note STRING NOT NULL,
    quantity INT NOT NULL
);
CREATE TABLE users (
    id STRING,
    name STRING,
    age INT NOT NULL,
    PRIMARY KEY (id) NOT ENFORCED
);
CREATE TABLE events (id INT);
CREATE TABLE broken (id INT);
CREATE TABLE odd (id INT);
