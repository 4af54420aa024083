-- flags: apply --local LOCAL again.ddl
-- flags: apply --local LOCAL again.ddl
-- flags: run --local LOCAL
-- A script that alters an inferred table is carried out again without a change.
SHOW CREATE TABLE again;
ALTER TABLE again ADD added BIGINT;
ALTER TABLE again DROP never;
ALTER TABLE again ADD ts INT METADATA FROM 'partition' VIRTUAL;
ALTER TABLE again ADD ts INT METADATA FROM 'partition' VIRTUAL;
