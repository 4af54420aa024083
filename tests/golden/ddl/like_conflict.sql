-- flags: check
CREATE TABLE base (i INT, k INT PRIMARY KEY NOT ENFORCED) WITH ('late-handling.mode' = 'filter');
CREATE TABLE a (i STRING) LIKE base;
CREATE TABLE b (j INT, PRIMARY KEY (j) NOT ENFORCED) LIKE base;
CREATE TABLE c WITH ('late-handling.mode' = 'filter') LIKE base (INCLUDING OPTIONS);
