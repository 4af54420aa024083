SELECT * FROM FROM_CHANGELOG(
    input      => TABLE cdc_stream,
    op         => DESCRIPTOR(operation),
    op_mapping => MAP[
        'c',  'INSERT',
        'ub', 'UPDATE_BEFORE',
        'ua', 'UPDATE_AFTER',
        'd',  'DELETE'
    ]
);
