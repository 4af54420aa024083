-- flags: check --registry http://127.0.0.1:1 --registry-timeout soon
-- flags: check --registry http://127.0.0.1:1 --registry-timeout 0
-- flags: check --config registry_timeout.conf
-- The registry of check takes the flags of the others.
CREATE TABLE t (i INT);
