-- flags: check --diagnostics=github
CREATE TABLE t (i INT);
