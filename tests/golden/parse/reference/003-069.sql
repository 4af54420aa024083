CREATE TABLE Orders (
  order_id INT,
  amount DECIMAL(10,2)
) WITH (
  'late-handling.mode' = 'filter'
);
