SELECT * FROM TO_CHANGELOG(
    input      => TABLE my_aggregation,
    op         => DESCRIPTOR(deleted),
    op_mapping => MAP[ 'INSERT, UPDATE_AFTER', 'false', 'DELETE', 'true' ]
);
