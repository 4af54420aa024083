-- Change to upsert mode for primary key-based operations
ALTER TABLE customer_changes SET ('changelog.mode' = 'upsert');
-- Change to append mode (processes only inserts and updates)
ALTER TABLE customer_changes SET ('changelog.mode' = 'append');
