-- flags: check
CREATE TABLE `größe` (i INT);
CREATE TABLE `a b` (i INT);
CREATE TABLE `a-b.c_1` (i INT);
