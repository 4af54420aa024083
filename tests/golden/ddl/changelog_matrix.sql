-- flags: plan --local LOCAL changelog_matrix.ddl
-- flags: check
-- Of the changelog modes and distributions, those that cannot be: upsert without a primary key, or
-- distributed by a part of it; any mode distributed by what is not in the primary key.
CREATE TABLE upsert_none (k INT NOT NULL, j INT NOT NULL, v STRING)
  WITH ('changelog.mode' = 'upsert');
CREATE TABLE upsert_custom (k INT NOT NULL, j INT NOT NULL, v STRING)
  DISTRIBUTED BY (k) INTO 2 BUCKETS WITH ('changelog.mode' = 'upsert');
CREATE TABLE upsert_part (k INT, j INT, v STRING, PRIMARY KEY (k, j) NOT ENFORCED)
  DISTRIBUTED BY (k) INTO 2 BUCKETS;
CREATE TABLE append_outside (k INT, j INT, v STRING, PRIMARY KEY (k, j) NOT ENFORCED)
  DISTRIBUTED BY (v) INTO 2 BUCKETS WITH ('changelog.mode' = 'append');
CREATE TABLE retract_outside (k INT, j INT, v STRING, PRIMARY KEY (k, j) NOT ENFORCED)
  DISTRIBUTED BY (k, v) INTO 2 BUCKETS WITH ('changelog.mode' = 'retract');

-- The same reached by ALTER TABLE.
CREATE TABLE altered (k INT, j INT, v STRING, PRIMARY KEY (k, j) NOT ENFORCED)
  DISTRIBUTED BY (k) INTO 2 BUCKETS WITH ('changelog.mode' = 'retract');
ALTER TABLE altered SET ('changelog.mode' = 'upsert');
ALTER TABLE altered RESET ('changelog.mode');
ALTER TABLE altered MODIFY PRIMARY KEY (j) NOT ENFORCED;
ALTER TABLE upsert_by_key DROP PRIMARY KEY;
CREATE TABLE upsert_by_key (k INT PRIMARY KEY NOT ENFORCED, v STRING)
  WITH ('changelog.mode' = 'upsert');
ALTER TABLE upsert_by_key DROP PRIMARY KEY;
