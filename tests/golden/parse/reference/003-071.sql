-- Change to delete policy (old segments discarded after retention period)
ALTER TABLE my_table SET (
  'kafka.cleanup-policy' = 'delete'
);

-- Change to compact policy (log compaction enabled)
ALTER TABLE my_table SET (
  'kafka.cleanup-policy' = 'compact'
);

-- Change to delete-compact policy (both compaction and deletion)
ALTER TABLE my_table SET (
  'kafka.cleanup-policy' = 'delete-compact'
);
