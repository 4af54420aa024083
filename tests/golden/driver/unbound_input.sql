-- flags: run --input orders=-
CREATE TABLE t (i INT);
