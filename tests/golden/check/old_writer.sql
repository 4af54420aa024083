-- flags: check --registry dir:registry
-- BACKWARD compares with the last version alone; records of the first are still in the topic.
CREATE TABLE aged (id INT);
CREATE TABLE copied (id INT);
INSERT INTO copied SELECT id FROM aged;
