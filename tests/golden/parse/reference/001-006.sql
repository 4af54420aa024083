SELECT * FROM FROM_CHANGELOG(
    input          => TABLE cdc_stream,
    error_handling => 'SKIP'
);
