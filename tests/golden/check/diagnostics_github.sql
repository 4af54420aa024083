-- flags: check --diagnostics=github --registry=dir:registry --lint
CREATE TABLE t (i INT, `i` STRING);
CREATE TABLE orders (
    id INT NOT NULL
);
CREATE TABLE gauges (sensor DOUBLE, w INT) DISTRIBUTED BY HASH(sensor) INTO 2 BUCKETS;
SELECT `"quoted" & <odd>, 100%: ö`
    FROM orders;
SELECT 'ö', `a
b` FROM orders;
