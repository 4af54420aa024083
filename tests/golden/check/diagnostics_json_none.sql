-- flags: check --diagnostics=json
CREATE TABLE t (i INT);
