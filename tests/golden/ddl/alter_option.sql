-- flags: run
CREATE TABLE t (i INT);
ALTER TABLE t SET ('changelog.mode' = 'retract', 'late-handling.mode' = 'filter');
SHOW CREATE TABLE t;
ALTER TABLE t RESET ('late-handling.mode', 'changelog.mode');
SHOW CREATE TABLE t;
