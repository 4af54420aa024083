-- flags: check --diagnostics=junit
CREATE TABLE t (i INT);
