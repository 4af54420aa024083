"""JSON Schema with Python's serializer and deserializer: what they write is read, and what we write
is valid to them."""

import json

from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.json_schema import JSONDeserializer, JSONSerializer
from confluent_kafka.serialization import MessageField, SerializationContext

from harness import (REGISTRY, check, create_topic, ddl2c, environment_flags, main, produce,
                     read_topic, unique)

BOUNDED = "/*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */"
ORDER = {
    "$schema": "http://json-schema.org/draft-07/schema#", "title": "Order", "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "name": {"type": "string"},
        "price": {"type": "number"},
        "note": {"oneOf": [{"type": "null"}, {"type": "string"}]},
        "paid": {"type": "boolean"},
        "at": {"type": "object", "properties": {"city": {"type": "string"},
                                                "zip": {"type": "string"}}, "required": ["city"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
    },
    "required": ["id", "name"],
}


def python_writes():
    topic = unique("json_python")
    create_topic(topic)
    serialize = JSONSerializer(json.dumps(ORDER), SchemaRegistryClient({"url": REGISTRY}))
    context = SerializationContext(topic, MessageField.VALUE)
    produce(topic, [serialize(order, context) for order in (
        {"id": 1, "name": "caf\u00e9 \U0001f600 \"q\"", "price": 1.5, "note": None, "paid": True,
         "at": {"city": "A", "zip": "1"}, "tags": ["x", "y"], "counts": {"k": 1}},
        {"price": -2.25e-3, "name": "b", "id": -(2 ** 63), "more": [1, {"a": None}]})])
    done = ddl2c("run", "-e", f"SELECT id, name, price, note, paid, `at`, tags, counts "
                 f"FROM `{topic}` {BOUNDED}", "--format", "changelog", *environment_flags())
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    got = done.stdout.splitlines()
    check(got == ["+I[1, caf\u00e9 \U0001f600 \"q\", 1.5, <NULL>, TRUE, (A, 1), [x, y], {k=1}]",
                  "+I[-9223372036854775808, b, -0.00225, <NULL>, <NULL>, <NULL>, <NULL>, <NULL>]"],
          f"the rows, not {got}")


def python_reads():
    topic = unique("json_ours")
    done = ddl2c("run", "-e", f"""
        CREATE TABLE `{topic}` (id BIGINT NOT NULL, name STRING, price DECIMAL(10, 2), f DOUBLE,
          d DATE, w TIMESTAMP_LTZ(3), b BYTES, r ROW<x INT NOT NULL, y STRING>, a ARRAY<INT>,
          m MAP<STRING, INT>, n MAP<INT, STRING>) DISTRIBUTED INTO 1 BUCKETS
          WITH ('value.format' = 'json-registry');
        INSERT INTO `{topic}` VALUES (1, U&'q" \\005c \\0001 \\20ac', 12.30, 1.5, DATE '2024-02-29',
          TO_TIMESTAMP_LTZ(1700000000123, 3), x'00ff', ROW(1, CAST(NULL AS STRING)),
          ARRAY[1, CAST(NULL AS INT)], MAP['k', 1], MAP[7, 'seven']),
          (2, CAST(NULL AS STRING), CAST(NULL AS DECIMAL(10, 2)), CAST(NULL AS DOUBLE),
          CAST(NULL AS DATE), CAST(NULL AS TIMESTAMP_LTZ(3)), CAST(NULL AS BYTES),
          CAST(NULL AS ROW<x INT NOT NULL, y STRING>), CAST(NULL AS ARRAY<INT>),
          CAST(NULL AS MAP<STRING, INT>), CAST(NULL AS MAP<INT, STRING>));
        """, *environment_flags())
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    deserialize = JSONDeserializer(None, schema_registry_client=SchemaRegistryClient(
        {"url": REGISTRY}))
    context = SerializationContext(topic, MessageField.VALUE)
    got = [deserialize(record.value(), context) for record in read_topic(topic)]
    check(got == [
        {"id": 1, "name": "q\" \\ \x01 \u20ac", "price": 12.3, "f": 1.5, "d": 19782,
         "w": 1700000000123, "b": "AP8=", "r": {"x": 1, "y": None}, "a": [1, None],
         "m": {"k": 1}, "n": [{"key": 7, "value": "seven"}]},
        {"id": 2} | dict.fromkeys(("name", "price", "f", "d", "w", "b", "r", "a", "m", "n"))],
        f"the documents, not {got}")


if __name__ == "__main__":
    main([python_writes, python_reads])
