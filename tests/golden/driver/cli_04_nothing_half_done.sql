-- flags: apply --local LOCAL
-- flags: plan --local LOCAL --detailed-exitcode cli_04_nothing_half_done.ddl
-- A script with an error says where, on standard error, and makes nothing of the rest.
CREATE TABLE first (i INT);
CREATE TABLE wrong (i INT, i STRING);
CREATE TABLE last (i INT);
