-- Increase max message size to 5 MB
ALTER TABLE my_table SET (
  'kafka.max-message-size' = '5 MB'
);
