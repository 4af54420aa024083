CREATE TABLE first (i INT);
