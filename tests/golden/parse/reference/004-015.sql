ALTER TABLE t RESET ('changelog.mode');
