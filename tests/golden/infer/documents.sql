-- flags: run --local LOCAL
-- The inferred tables of the reference documents.
SHOW CREATE TABLE `t_raw`;
SHOW CREATE TABLE `t_raw_key`;
SHOW CREATE TABLE `t_atomic_key`;
SHOW CREATE TABLE `t_raw_disjoint`;
SHOW CREATE TABLE `t_sr_disjoint`;
SHOW CREATE TABLE `t_sr_joint`;
SHOW CREATE TABLE `t_union`;
SHOW CREATE TABLE `t_union_records`;
SHOW CREATE TABLE `t_union_namespace`;
SHOW CREATE TABLE `customer_changes`;
SHOW CREATE TABLE `customers`;
