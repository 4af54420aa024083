-- flags: check
CREATE TABLE t (i INT) WITH (
  'scan.startup.mode' = 'specific-offsets',
  'scan.startup.specific-offsets' = 'partition:0,offset:1;partition:0,offset:2'
);
