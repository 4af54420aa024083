CREATE TABLE customers_upsert (
    id   INT,
    name STRING,
    PRIMARY KEY (id) NOT ENFORCED
) WITH (
    'changelog.mode' = 'upsert'
);

-- Upsert input: INSERT / UPDATE_AFTER / DELETE only
INSERT INTO customers_upsert
SELECT * FROM FROM_CHANGELOG(
    input      => TABLE cdc_stream PARTITION BY id,
    op_mapping => MAP[
        'INSERT',       'INSERT',
        'UPDATE_AFTER', 'UPDATE_AFTER',
        'DELETE',       'DELETE'
    ]
);

-- customers_upsert holds an upsert changelog, upsert key = id:
-- +I[id:1, name:'Alice']
-- +I[id:2, name:'Bob']
-- +U[id:1, name:'Alice2']
-- -D[id:2, name:'Bob']
