-- flags: run
SET 'sql.current-catalog' = 'catalog';
SET 'sql.current-database' = 'database';
RESET;
CREATE TABLE `catalog`.`database`.other (i INT);
USE CATALOG `catalog`;
USE `database`;
CREATE TABLE `orders` (`user` BIGINT PRIMARY KEY NOT ENFORCED, product STRING);
SHOW CREATE TABLE orders;
SHOW CREATE TABLE `catalog`.`database`.`orders`;
