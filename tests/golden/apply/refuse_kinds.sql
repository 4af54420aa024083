-- flags: apply --local LOCAL refuse_kinds.ddl
-- flags: plan --local LOCAL --detailed-exitcode
-- flags: apply --local LOCAL
-- flags: plan --local LOCAL refuse_kinds.ddl --detailed-exitcode
-- Each refusal by its reason, and nothing done of the rest.
CREATE TABLE fewer (v INT) DISTRIBUTED INTO 2 BUCKETS;
CREATE TABLE documents (v STRING) WITH ('value.format' = 'json-registry');
CREATE TABLE messages (v STRING) WITH ('value.format' = 'proto-registry');
CREATE TABLE other (v INT) WITH ('value.format' = 'json-registry');
CREATE TABLE good (v INT);
