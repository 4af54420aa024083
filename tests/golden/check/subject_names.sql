-- flags: check --registry dir:registry_subjects
-- Formats and subjects of a table that the registry alone describes.
ALTER TABLE events SET ('value.format' = 'avro-registry',
  'value.avro-registry.subject-names' = 'com.example.Order;com.example.Shipment');
CREATE VIEW orders AS SELECT key, `com.example.Order`.id FROM events;
SELECT nothing FROM events;
INSERT INTO events (key) VALUES ('k');
ALTER TABLE events SET ('value.avro-registry.subject-names' = 'com.example.Nothing');
ALTER TABLE events SET ('value.format' = 'proto-registry',
  'value.proto-registry.subject-names' = 'com.example.Order');
