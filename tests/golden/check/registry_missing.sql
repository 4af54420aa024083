-- flags: check --registry=dir:nowhere
CREATE TABLE t (i INT);
