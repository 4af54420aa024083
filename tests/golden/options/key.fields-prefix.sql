-- flags: run key.fields-prefix.ddl
-- flags: check
-- the key column is the prefix alone, or has another
CREATE TABLE d (key_ INT, v STRING) DISTRIBUTED BY (key_) WITH ('key.fields-prefix' = 'key_');
CREATE TABLE e (k INT, v STRING) DISTRIBUTED BY (k) WITH ('key.fields-prefix' = 'key_');
-- no key; the key is in the value too
CREATE TABLE f (key_k INT, v STRING) WITH ('key.fields-prefix' = 'key_');
CREATE TABLE g (key_k INT, v STRING) DISTRIBUTED BY (key_k)
  WITH ('key.fields-prefix' = 'key_', 'value.fields-include' = 'all');
CREATE TABLE h (key_k INT, v STRING) DISTRIBUTED BY (key_k) WITH ('key.fields-prefix' = 'key_');
ALTER TABLE h SET ('value.fields-include' = 'all');
SELECT * FROM h /*+ OPTIONS('value.fields-include' = 'all') */;
