-- flags: check
CREATE TABLE t (s STRING) WITH (
  'value.format' = 'raw',
  'value.format.id-encoding' = 'header'
);
