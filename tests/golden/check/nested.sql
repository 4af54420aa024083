-- flags: check --registry=dir:registry
CREATE TABLE nested (
    `where` ROW<x INT NOT NULL, y INT NOT NULL> NOT NULL,
    tags ARRAY<STRING NOT NULL> NOT NULL,
    attributes MAP<STRING NOT NULL, BIGINT NOT NULL> NOT NULL
);
