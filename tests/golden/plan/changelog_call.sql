-- flags: check --dump=plan
CREATE TABLE cdc (name STRING, id INT, op STRING, doc STRING NOT NULL);
CREATE TABLE src (id INT NOT NULL, name STRING NOT NULL, more INT NOT NULL,
    PRIMARY KEY (id) NOT ENFORCED) WITH ('changelog.mode' = 'upsert');
CREATE TABLE up (id INT, doc STRING, PRIMARY KEY (id) NOT ENFORCED)
    WITH ('changelog.mode' = 'upsert');

-- the columns of PARTITION BY are the upsert key; name is not read
INSERT INTO up SELECT id, doc FROM FROM_CHANGELOG(input => TABLE cdc PARTITION BY id,
    op_mapping => MAP['c, r', 'INSERT', 'u', 'UPDATE_AFTER', 'd', 'DELETE'],
    error_handling => 'SKIP');

-- ChangelogNormalize completes the deletes
SELECT * FROM TO_CHANGELOG(input => TABLE src);

-- and is left out where they need not be complete; name and more become nullable
SELECT * FROM TO_CHANGELOG(input => TABLE src, produces_full_deletes => FALSE);

-- nor where deletes are dropped
SELECT op, id FROM TO_CHANGELOG(input => TABLE src,
    op_mapping => MAP['INSERT, UPDATE_AFTER', 'u']);
