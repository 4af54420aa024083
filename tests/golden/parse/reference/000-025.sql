CREATE TABLE orders_header WITH ( 'value.avro-registry.id-encoding' = 'header' ) AS SELECT * FROM orders;
