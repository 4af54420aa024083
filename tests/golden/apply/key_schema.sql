-- flags: apply --local LOCAL key_schema.ddl
-- flags: plan --local LOCAL key_schema.ddl --detailed-exitcode
-- flags: plan --local LOCAL
-- flags: plan --local LOCAL --json
-- flags: apply --local LOCAL
-- flags: plan --local LOCAL --detailed-exitcode
-- A new version of a key's schema has another id, which is in the key's bytes unless it is in the
-- header.
CREATE TABLE counted (k BIGINT NOT NULL, v STRING) DISTRIBUTED BY (k) INTO 2 BUCKETS;
CREATE TABLE clean (k BIGINT NOT NULL, v STRING) DISTRIBUTED BY (k) INTO 2 BUCKETS
  WITH ('key.format.id-encoding' = 'header');
CREATE TABLE documents (k INT NOT NULL, v STRING, w INT) DISTRIBUTED BY (k) INTO 2 BUCKETS
  WITH ('key.format' = 'json-registry', 'value.format' = 'json-registry');
