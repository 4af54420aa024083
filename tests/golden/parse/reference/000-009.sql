CREATE TABLE t (partition_key INT, example_value STRING) PARTITIONED BY (partition_key);
