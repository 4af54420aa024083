CREATE TABLE orders_context ( id INT, name STRING ) WITH ( 'value.avro-registry.schema-context' = '.myContext' );
