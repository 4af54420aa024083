-- flags: run changelog.mode.ddl
-- flags: check
CREATE TABLE c (k INT NOT NULL, v STRING) WITH ('changelog.mode' = 'appended');
CREATE TABLE d (k INT NOT NULL, v STRING) WITH ('changelog.mode' = '');
-- upsert needs a primary key, given at once, in a change or in a hint
CREATE TABLE u (k INT, v STRING) WITH ('changelog.mode' = 'upsert');
CREATE TABLE w (k INT, v STRING);
ALTER TABLE w SET ('changelog.mode' = 'upsert');
SELECT * FROM w /*+ OPTIONS('changelog.mode' = 'upsert') */;
