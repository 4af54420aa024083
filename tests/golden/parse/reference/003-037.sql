-- Create an example table with a non-nullable id column.
CREATE TABLE t_pk_example (id INT NOT NULL, name STRING);

-- Add a primary key constraint on the id column.
ALTER TABLE t_pk_example ADD CONSTRAINT pk_example PRIMARY KEY (id) NOT ENFORCED;

-- Remove the constraint by name.
ALTER TABLE t_pk_example DROP CONSTRAINT pk_example;
