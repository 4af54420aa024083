ALTER TABLE t SET ('changelog.mode' = 'upsert');
