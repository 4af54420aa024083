-- Enable gzip compression
ALTER TABLE my_table SET (
  'kafka.producer.compression.type' = 'gzip'
);

-- Enable zstd compression (recommended for better compression ratio)
ALTER TABLE my_table SET (
  'kafka.producer.compression.type' = 'zstd'
);

-- Disable compression
ALTER TABLE my_table SET (
  'kafka.producer.compression.type' = 'none'
);
