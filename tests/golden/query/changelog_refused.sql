-- flags: check
CREATE TABLE cdc (id INT, op STRING, name STRING);
CREATE TABLE ret (id INT, name STRING) WITH ('changelog.mode' = 'retract');
CREATE TABLE ops (id INT, op STRING) WITH ('changelog.mode' = 'retract');

-- arguments
SELECT * FROM FROM_CHANGELOG();
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op_maping => MAP['a', 'INSERT']);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, produces_full_deletes => FALSE);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, input => TABLE cdc);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, DESCRIPTOR(op));
SELECT * FROM FROM_CHANGELOG(input => 1);
SELECT * FROM FROM_CHANGELOG(input => TABLE nothing);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc PARTITION BY nme);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc PARTITION BY op);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc PARTITION BY id + 1);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op => 'op');
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op => DESCRIPTOR(opp));
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op => DESCRIPTOR(id));
SELECT * FROM FROM_CHANGELOG(input => TABLE ret);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, error_handling => 'IGNORE');

-- mappings
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op_mapping => 'INSERT');
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op_mapping => MAP['c', 1]);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op_mapping => MAP['c', 'UPSERT']);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op_mapping => MAP['c', 'INSERT', 'r', 'INSERT']);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op_mapping => MAP['c', 'INSERT', 'c', 'DELETE']);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op_mapping => MAP['c,', 'INSERT']);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op_mapping => MAP['b', 'UPDATE_BEFORE']);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc, op_mapping => MAP['u', 'UPDATE_AFTER']);
SELECT * FROM TO_CHANGELOG(input => TABLE ret, op_mapping => MAP['UPSERT', 'u']);
SELECT * FROM TO_CHANGELOG(input => TABLE ret, op_mapping => MAP['INSERT', 'i', 'DELETE, INSERT', 'd']);

-- TO_CHANGELOG
SELECT * FROM TO_CHANGELOG(input => TABLE cdc);
SELECT * FROM TO_CHANGELOG(input => TABLE ret, op => DESCRIPTOR(id));
SELECT * FROM TO_CHANGELOG(input => TABLE ret, produces_full_deletes => FALSE);
SELECT * FROM TO_CHANGELOG(input => TABLE ret, produces_full_deletes => 'no');
SELECT * FROM TO_CHANGELOG(input => TABLE ret, error_handling => 'SKIP');

-- kinds of change
SELECT * FROM FROM_CHANGELOG(input => TABLE ops);
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc PARTITION BY id,
    op_mapping => MAP['c', 'INSERT', 'u', 'UPDATE_AFTER', 'd', 'DELETE']);
CREATE TABLE up (id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED)
    WITH ('changelog.mode' = 'upsert');
INSERT INTO up SELECT * FROM FROM_CHANGELOG(input => TABLE cdc PARTITION BY id,
    op_mapping => MAP['c', 'INSERT', 'u', 'UPDATE_AFTER', 'd', 'DELETE']) WHERE name <> '';
INSERT INTO up SELECT id, MAX(name) FROM FROM_CHANGELOG(input => TABLE cdc PARTITION BY id,
    op_mapping => MAP['c', 'INSERT', 'u', 'UPDATE_AFTER', 'd', 'DELETE']) GROUP BY id;
CREATE TABLE app (id INT, name STRING);
INSERT INTO app SELECT * FROM FROM_CHANGELOG(input => TABLE cdc);
