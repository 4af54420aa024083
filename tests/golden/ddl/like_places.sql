-- flags: check
-- What does not fit in a table made with LIKE is shown at LIKE, not in the other table.
CREATE TABLE source (
  id INT NOT NULL, v STRING, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  PRIMARY KEY (id) NOT ENFORCED
) DISTRIBUTED BY (id) INTO 2 BUCKETS WITH ('changelog.mode' = 'upsert', 'key.format' = 'json-registry');
CREATE TABLE a LIKE source (EXCLUDING CONSTRAINTS);
CREATE TABLE b WITH ('value.fields-include' = 'all', 'key.fields-prefix' = 'k_') LIKE source;
CREATE TABLE c WITH ('value.format' = 'raw') LIKE source;
CREATE TABLE d WITH ('connector' = 'print') LIKE source;
CREATE TABLE e (v INT) LIKE source;
CREATE TABLE f (PRIMARY KEY (v) NOT ENFORCED) LIKE source;
CREATE TABLE g WITH ('changelog.mode' = 'append') LIKE source (INCLUDING OPTIONS);
