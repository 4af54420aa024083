-- flags: check
CREATE TABLE t (i INT);
ALTER TABLE t SET ('connector' = 'confluent');
ALTER TABLE t SET ('kafka.retention.time' = '30 days');
ALTER TABLE t SET ('late-handling.mode' = 'filter', 'late-handling.mode' = 'filter');
ALTER TABLE t RESET ('late-handling.mod');
ALTER TABLE t SET ('changelog.mode' = 'upsert');
