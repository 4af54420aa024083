-- flags: check
CREATE TABLE t (i INT) WITH (
  'scan.startup.mode' = 'timestamp',
  'scan.bounded.mode' = 'specific-offsets'
);
