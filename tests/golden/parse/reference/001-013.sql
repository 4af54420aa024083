-- Output: +I[id:5, op:'DELETE', name:null]
SELECT * FROM TO_CHANGELOG(
    input                 => TABLE upsert_source PARTITION BY id,
    produces_full_deletes => FALSE
);
