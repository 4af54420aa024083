-- flags: run settings.ddl
-- flags: check
-- Wrong values, keys that do not exist, and values that would change answers and are not built.
SET 'sql.current-catalog' = '';
SET 'sql.current-database' = '';
SET 'sql.local-time-zone' = '';
SET 'sql.local-time-zone' = 'Europe Berlin';
SET 'table.local-time-zone' = 'default';
SET 'sql.tables.scan.idle-timeout' = '-1 s';
SET 'sql.tables.scan.idle-timeout' = 'soon';
SET 'table.exec.source.idle-timeout' = '1 parsec';
SET 'sql.state-ttl' = 'forever';
SET 'sql.tables.scan.startup.mode' = 'first';
SET 'sql.tables.scan.startup.timestamp-millis' = '-1';
SET 'sql.tables.scan.bounded.mode' = 'last';
SET 'sql.tables.scan.bounded.timestamp-millis' = '9223372036854775808';
SET 'sql.tables.scan.source-operator-parallelism' = '0';
SET 'sql.tables.scan.watermark-alignment.max-allowed-drift' = 'little';
SET 'sql.snapshot.mode' = 'now';
SET 'sql.snapshot.mode' = 'then';
SET 'execution.runtime-mode' = 'batch';
SET 'table.exec.legacy-cast-behaviour' = 'ENABLED';
SET 'table.exec.sink.not-null-enforcer' = 'DROP';
SET 'table.exec.sink.type-length-enforcer' = 'TRIM_PAD';
SET 'table.exec.sink.upsert-materialize' = 'NONE';
SET 'table.exec.source.cdc-events-duplicate' = 'true';
SET 'table.sql-dialect' = 'hive';
SET 'sql.no-such-key' = '1';
RESET 'sql.no-such-key';
-- a mode without what it needs, where a query reads
SET 'sql.tables.scan.startup.mode' = 'timestamp';
CREATE TABLE t (i INT);
SELECT * FROM t;
