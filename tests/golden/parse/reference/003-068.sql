ALTER TABLE Orders SET (
  'late-handling.mode' = 'filter'
);
