-- flags: check --lint --registry=dir:registry
CREATE TABLE orders (
    id BIGINT NOT NULL,
    amount DECIMAL(10, 2),
    note STRING,
    read_at AS CURRENT_TIMESTAMP,
    created TIMESTAMP_LTZ(3),
    WATERMARK FOR created AS created - INTERVAL '5' SECOND
);
CREATE TABLE users (
    id INT,
    name STRING,
    email STRING NOT NULL,
    PRIMARY KEY (id) NOT ENFORCED
);
CREATE TABLE items (
    shop STRING,
    item STRING,
    PRIMARY KEY (shop, item) NOT ENFORCED
) DISTRIBUTED BY HASH(shop) INTO 4 BUCKETS WITH ('changelog.mode' = 'append');
CREATE TABLE gauges (sensor DOUBLE, v INT, site STRING)
DISTRIBUTED BY HASH(sensor, site) INTO 2 BUCKETS;
CREATE TABLE template (x INT);
CREATE TABLE sink (y INT) LIKE template;
CREATE TABLE archive (x INT); -- ddl2c: allow D4150
INSERT INTO sink SELECT v, v FROM gauges;
SELECT shop FROM items;
