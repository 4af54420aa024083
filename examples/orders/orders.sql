-- Orders arrive on the topic `orders` as Avro. What is worth shipping by express goes to
-- `express_orders`, whose key is the order: of an order that comes twice the last one stays.

CREATE TABLE orders (
    order_id   BIGINT NOT NULL,
    customer   STRING,
    price      DECIMAL(10, 2),
    quantity   INT,
    placed_at  TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
    total      AS price * quantity
);

CREATE TABLE express_orders (
    order_id   BIGINT NOT NULL,
    customer   STRING,
    total      DECIMAL(20, 2),
    placed_at  TIMESTAMP_LTZ(3),
    PRIMARY KEY (order_id) NOT ENFORCED
) DISTRIBUTED BY (order_id) INTO 3 BUCKETS;

INSERT INTO express_orders
SELECT order_id, UPPER(customer) AS customer, total, placed_at
FROM orders
WHERE total >= 100
ON CONFLICT DO DEDUPLICATE;
