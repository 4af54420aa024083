-- flags: run --local LOCAL
-- flags: check --local LOCAL
-- Keys without columns are raw bytes; configs of the topic become options; compacted is upsert.
SHOW CREATE TABLE union_key;
SHOW CREATE TABLE recursive_value;
SHOW CREATE TABLE compacted;
SHOW CREATE TABLE compacted_raw;
SHOW CREATE TABLE configs;
SHOW CREATE TABLE partly;
SHOW CREATE TABLE types;
SHOW CREATE TABLE other_kind;
