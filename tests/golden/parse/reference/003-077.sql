-- Start reading from the earliest offset
ALTER TABLE my_table SET (
  'scan.startup.mode' = 'earliest-offset'
);

-- Start reading from the latest offset
ALTER TABLE my_table SET (
  'scan.startup.mode' = 'latest-offset'
);

-- Start reading from a specific timestamp
ALTER TABLE my_table SET (
  'scan.startup.mode' = 'timestamp',
  'scan.startup.timestamp-millis' = '1609459200000'
);
