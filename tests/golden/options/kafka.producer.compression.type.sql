-- flags: plan --local LOCAL kafka.producer.compression.type.ddl
-- flags: check
CREATE TABLE g (k INT NOT NULL, v STRING) WITH ('kafka.producer.compression.type' = 'brotli');
CREATE TABLE h (k INT NOT NULL, v STRING) WITH ('kafka.producer.compression.type' = '');
