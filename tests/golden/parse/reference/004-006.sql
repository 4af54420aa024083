ALTER TABLE orders ADD total_value AS quantity * price;
