-- flags: check
CREATE TABLE t (`$rowtime` TIMESTAMP_LTZ(3), i INT);
