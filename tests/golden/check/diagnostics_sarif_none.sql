-- flags: check --diagnostics=sarif
CREATE TABLE t (i INT);
