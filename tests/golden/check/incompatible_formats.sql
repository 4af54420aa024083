-- flags: check --registry dir:registry
-- JSON Schema and Protobuf: each difference by its category, path, and what was and is.
CREATE TABLE json (id STRING, name STRING NOT NULL, size INT NOT NULL)
  WITH ('value.format' = 'json-registry');
CREATE TABLE proto (id STRING, size INT)
  WITH ('value.format' = 'proto-registry');
