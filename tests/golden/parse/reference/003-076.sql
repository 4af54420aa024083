-- Read only committed messages (default, recommended for most use cases)
ALTER TABLE my_table SET (
  'kafka.consumer.isolation-level' = 'read-committed'
);

-- Read all messages including uncommitted
ALTER TABLE my_table SET (
  'kafka.consumer.isolation-level' = 'read-uncommitted'
);
