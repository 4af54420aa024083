SELECT * FROM TO_CHANGELOG(
    input      => TABLE upsert_source PARTITION BY id,
    op_mapping => MAP[ 'INSERT, UPDATE_AFTER', 'u', 'DELETE', 'd' ]
);
