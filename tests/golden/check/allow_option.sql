-- flags: check --registry=dir:registry --allow READER_FIELD_MISSING_DEFAULT_VALUE --allow=D4105
CREATE TABLE orders (id BIGINT NOT NULL, amount DECIMAL(10, 4), quantity INT NOT NULL);
