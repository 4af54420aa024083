CREATE TABLE t_pk_append (k INT PRIMARY KEY NOT ENFORCED, s STRING)
    DISTRIBUTED INTO 4 BUCKETS
    WITH ('changelog.mode' = 'append');
