-- flags: run
-- Files of a folder in the order of their paths; hidden files and those that begin with _ are no data.
CREATE TABLE folder (i INT, s STRING) WITH ('connector' = 'filesystem', 'path' = 'files/in', 'format' = 'csv', 'csv.allow-comments' = 'true');
SELECT * FROM folder;
SELECT COUNT(*) FROM folder;
SELECT i FROM folder LIMIT 2;
CREATE TABLE people (id INT, name STRING) WITH ('connector' = 'filesystem', 'path' = 'files/people.json', 'format' = 'json');
SELECT * FROM people;
CREATE TABLE lines (line STRING) WITH ('connector' = 'filesystem', 'path' = 'files/lines.txt', 'format' = 'raw');
SELECT line, CHAR_LENGTH(line) FROM lines;
CREATE TABLE ignoring (i INT, s STRING) WITH ('connector' = 'filesystem', 'path' = 'files/bad.csv', 'format' = 'csv', 'csv.ignore-parse-errors' = 'true');
SELECT * FROM ignoring;
CREATE TABLE skipping (i INT, s STRING) WITH ('connector' = 'filesystem', 'path' = 'files/bad.csv', 'format' = 'csv', 'error-handling.mode' = 'ignore');
SELECT * FROM skipping;
-- The first record that is none ends it, with its place.
CREATE TABLE bad (i INT, s STRING) WITH ('connector' = 'filesystem', 'path' = 'files/bad.csv', 'format' = 'csv');
SELECT * FROM bad;
