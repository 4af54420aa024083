CREATE TABLE t_shared_schema (key STRING, s STRING) DISTRIBUTED BY (key);
