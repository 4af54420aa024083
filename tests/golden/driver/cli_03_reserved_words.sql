-- flags: check
CREATE TABLE t (id INT, timestamp STRING, value STRING, `group` STRING);
CREATE TABLE u (
  id INT,
  date DATE,
  `value` STRING,
  user STRING
);
CREATE TABLE quoted (id INT, `timestamp` STRING, `value` STRING, `group` STRING, `date` DATE);
SELECT `timestamp`, `value`, `group` FROM quoted;
SELECT timestamp FROM quoted;
SELECT id AS order FROM quoted;
CREATE TABLE table (id INT);
