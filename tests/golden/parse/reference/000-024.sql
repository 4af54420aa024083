CREATE TABLE orders_header ( id INT, name STRING ) WITH ( 'value.avro-registry.id-encoding' = 'header' );
