-- flags: check
CREATE TABLE a (id INT, k INT, v INT) WITH ('changelog.mode' = 'append');
CREATE TABLE a2 (id INT, k INT, w INT) WITH ('changelog.mode' = 'append');
CREATE VIEW seen AS SELECT k FROM a;
SELECT /*+ STATE_TTL('a' = '1d', 'a2' = '0s') */ a.id, a2.w FROM a JOIN a2 ON a.k = a2.k;
SELECT /*+ STATE_TTL('default_catalog.default_database.a' = '1d') */ k, COUNT(*) FROM a GROUP BY k;
SELECT /*+ STATE_TTL('nosuch' = '1d') */ k, COUNT(*) FROM a GROUP BY k;
SELECT /*+ STATE_TTL('a' = '1d') */ x.k, COUNT(*) FROM a AS x GROUP BY x.k;
SELECT /*+ STATE_TTL('a' = '1d') */ k, COUNT(*) FROM seen GROUP BY k;
SELECT /*+ STATE_TTL('a' = 'x') */ k, COUNT(*) FROM a GROUP BY k;
SELECT /*+ STATE_TTL(a) */ k, COUNT(*) FROM a GROUP BY k;
SELECT /*+ BROADCAST(a2) */ a.id, a2.w FROM a JOIN a2 ON a.k = a2.k;
SELECT k, COUNT(*) FROM a /*+ STATE_TTL('a' = '1d') */ GROUP BY k;
