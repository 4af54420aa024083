-- Read until latest offset (bounded read)
ALTER TABLE my_table SET (
  'scan.bounded.mode' = 'latest-offset'
);

-- Read until specific timestamp (bounded read)
ALTER TABLE my_table SET (
  'scan.bounded.mode' = 'timestamp',
  'scan.bounded.timestamp-millis' = '1640995200000'
);

-- Return to unbounded mode (continuous streaming)
ALTER TABLE my_table SET (
  'scan.bounded.mode' = 'unbounded'
);
