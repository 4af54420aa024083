-- Set retention time to 30 days
ALTER TABLE my_table SET (
  'kafka.retention.time' = '30 days'
);

-- Set retention size to 100 GB
ALTER TABLE my_table SET (
  'kafka.retention.size' = '100 GB'
);

-- Set both retention time and size
ALTER TABLE my_table SET (
  'kafka.retention.time' = '7 days',
  'kafka.retention.size' = '50 GB'
);
