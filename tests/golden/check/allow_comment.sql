-- flags: check --registry=dir:registry
-- ddl2c: allow READER_FIELD_MISSING_DEFAULT_VALUE, D4105
CREATE TABLE orders (
    id BIGINT NOT NULL,
    amount DECIMAL(10, 4),
    quantity INT NOT NULL,
    note INT
);
-- The comment above holds for that table alone.
CREATE TABLE users (
    id INT,
    name STRING,
    email STRING NOT NULL,
    age INT NOT NULL, -- ddl2c: allow NOTHING_OF_THE_KIND, TYPE_MISMATCHES
    note STRING COMMENT '-- ddl2c: allow READER_FIELD_MISSING_DEFAULT_VALUE',
    PRIMARY KEY (id) NOT ENFORCED
);
