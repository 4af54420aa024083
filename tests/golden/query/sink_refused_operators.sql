-- flags: check
-- An append table takes no changes: the operator that makes them, and what to change.
CREATE TABLE orders (id BIGINT NOT NULL, k STRING, v INT, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts);
CREATE TABLE names (k STRING, n STRING);
CREATE TABLE ret (id BIGINT, k STRING, v INT) WITH ('changelog.mode' = 'retract');
CREATE TABLE ups (id BIGINT NOT NULL, k STRING, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('changelog.mode' = 'upsert');
CREATE TABLE log1 (n BIGINT) WITH ('changelog.mode' = 'append');
CREATE TABLE log2 (k STRING, n BIGINT) WITH ('changelog.mode' = 'append');

INSERT INTO log1 SELECT COUNT(*) FROM orders;
INSERT INTO log2 SELECT k, COUNT(*) FROM orders GROUP BY k;
INSERT INTO log2 SELECT k, COUNT(*) FROM orders GROUP BY ROLLUP (k);
INSERT INTO log2 SELECT k, c FROM (SELECT k, COUNT(*) AS c FROM orders GROUP BY k) WHERE c > 1;
INSERT INTO log2 SELECT DISTINCT k, id FROM ret;
INSERT INTO log2 SELECT o.k, o.id FROM orders AS o LEFT JOIN names AS n ON o.k = n.k;
INSERT INTO log2 SELECT n.n, o.id FROM orders AS o FULL JOIN names AS n ON o.k = n.k;
INSERT INTO log2 SELECT o.k, o.id FROM ret AS o JOIN names AS n ON o.k = n.k;
INSERT INTO log2 SELECT k, id FROM orders WHERE k NOT IN (SELECT k FROM names WHERE k IS NOT NULL);
INSERT INTO log2 SELECT k, id FROM (SELECT k, id, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS n FROM orders) WHERE n <= 3;
INSERT INTO log2 SELECT k, n FROM (SELECT k, id, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS n FROM orders) WHERE n <= 3;
INSERT INTO log2 SELECT k, id FROM (SELECT k, id, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n FROM orders) WHERE n = 1;
INSERT INTO log2 SELECT k, id FROM orders ORDER BY v LIMIT 5;
INSERT INTO log2 SELECT k, id FROM ret LIMIT 5;
INSERT INTO log2 SELECT k, id FROM ups WHERE v > 1;
INSERT INTO log2 (SELECT k, id FROM orders EXCEPT SELECT k, 1 FROM names);
INSERT INTO log2 (SELECT k, id FROM orders INTERSECT ALL SELECT k, 1 FROM names);
INSERT INTO log2 (SELECT k, id FROM orders UNION ALL SELECT k, COUNT(*) FROM orders GROUP BY k);
INSERT INTO log1 SELECT (SELECT MAX(v) FROM ret) FROM orders;
INSERT INTO log2 SELECT t.k, u.e FROM (SELECT k, COLLECT(id) AS c FROM orders GROUP BY k) AS t CROSS JOIN UNNEST(c) AS u(e);
CREATE TABLE made WITH ('changelog.mode' = 'append') AS SELECT k, COUNT(*) AS n FROM orders GROUP BY k;
EXECUTE STATEMENT SET BEGIN INSERT INTO log2 SELECT k, id FROM orders; INSERT INTO log1 SELECT COUNT(*) FROM orders; END;
