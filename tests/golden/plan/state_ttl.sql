-- flags: run
CREATE TABLE a (id INT, k INT, v INT) WITH ('changelog.mode' = 'append');
CREATE TABLE a2 (id INT, k INT, w INT) WITH ('changelog.mode' = 'append');
CREATE TABLE u (id INT NOT NULL, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('changelog.mode' = 'upsert');
EXPLAIN SELECT /*+ STATE_TTL('a' = '1d', 'a2' = '12h') */ a.id, a2.w FROM a JOIN a2 ON a.k = a2.k;
EXPLAIN SELECT /*+ STATE_TTL('a2' = '12h') */ a.id, a2.w FROM a JOIN a2 ON a.k = a2.k;
EXPLAIN SELECT /*+ STATE_TTL('a' = '1d', 'a2' = '2d', 'u' = '3d') */ a.id, a2.w, u.v FROM a JOIN a2 ON a.k = a2.k JOIN u ON u.id = a.id;
EXPLAIN SELECT /*+ STATE_TTL('a' = '1d') */ k, COUNT(*) FROM a GROUP BY k;
EXPLAIN SELECT /*+ STATE_TTL('a' = '1d') */ DISTINCT k FROM a;
EXPLAIN SELECT /*+ STATE_TTL('a' = '1d', 'a2' = '2d') */ a.k, COUNT(*) FROM a JOIN a2 ON a.k = a2.k GROUP BY a.k;
EXPLAIN SELECT /*+ STATE_TTL('t' = '1d') */ k, COUNT(*) FROM (SELECT k FROM a) AS t GROUP BY k;
