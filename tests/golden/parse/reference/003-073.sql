-- Set compaction delay to 3 days
ALTER TABLE my_upsert_table SET (
  'kafka.compaction.time' = '3 days'
);
