-- flags: check --registry=dir:registry_stray
-- flags: build -o /dev/null/job --registry=dir:registry_stray
-- Files whose names are no schema's are not read; that is said.
CREATE TABLE orders (id INT NOT NULL) WITH ('value.format' = 'avro-registry');
INSERT INTO orders VALUES (1);
