-- flags: plan --local LOCAL
-- flags: run --local LOCAL
-- Columns and options of an inferred table change; what is left alone stays as it is registered.
ALTER TABLE places ADD note STRING;
ALTER TABLE places SET ('kafka.retention.time' = '2 d');
INSERT INTO places VALUES (X'00', 'TOWN', 3, ARRAY['a'], 'RIVER', 'x');
SELECT * FROM places;
