-- flags: run
CREATE TABLE t_pk_example (id INT NOT NULL, name STRING);
ALTER TABLE t_pk_example ADD CONSTRAINT pk_example PRIMARY KEY (id) NOT ENFORCED;
SHOW CREATE TABLE t_pk_example;
ALTER TABLE t_pk_example DROP CONSTRAINT pk_example;
SHOW CREATE TABLE t_pk_example;
ALTER TABLE t_pk_example ADD PRIMARY KEY (id) NOT ENFORCED;
ALTER TABLE t_pk_example DROP PRIMARY KEY;
