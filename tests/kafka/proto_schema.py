"""Protobuf with Python's serializer and deserializer: classes that protoc generates, both ways."""

import importlib
import os
import sys
import tempfile

import grpc_tools
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.protobuf import ProtobufDeserializer, ProtobufSerializer
from confluent_kafka.serialization import MessageField, SerializationContext
from grpc_tools import protoc

from harness import (REGISTRY, check, create_topic, ddl2c, environment_flags, main, produce,
                     read_topic, registry, unique)

BOUNDED = "/*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */"
FOLDER = tempfile.TemporaryDirectory(prefix="ddl2c-proto-")

SHOP = """syntax = "proto3";
package test.shop;
option java_package = "com.example";
option java_outer_classname = "ShopProto";
import "google/protobuf/timestamp.proto";
message Other { string a = 1; }
enum Kind { NONE = 0; BIG = 2; SMALL = 5; }
message Shop {
  message Order {
    int64 id = 1;
    string name = 2;
    optional double price = 3;
    repeated int32 counts = 4;
    map<string, int64> stock = 5;
    Kind kind = 6;
    oneof way { string street = 7; sint32 box = 8; }
    Line line = 9;
    google.protobuf.Timestamp at = 10;
    bytes raw = 11;
    fixed64 big = 12;
    repeated Line lines = 13;
  }
  message Line { string item = 1; uint32 number = 2; }
  string unused = 1;
}
message Flat { int64 id = 1; optional string name = 2; bool paid = 3; repeated string tags = 4;
  bytes raw = 5; double price = 6; map<string, int32> counts = 7; Other other = 8; }
"""


def generated(name, text):
    """The module that protoc makes of a .proto file."""
    with open(os.path.join(FOLDER.name, f"{name}.proto"), "w", encoding="utf-8") as file:
        file.write(text)
    known = os.path.join(os.path.dirname(grpc_tools.__file__), "_proto")
    failed = protoc.main(["protoc", f"-I{FOLDER.name}", f"-I{known}",
                          f"--python_out={FOLDER.name}", f"{name}.proto"])
    check(not failed, f"protoc takes {name}.proto")
    if FOLDER.name not in sys.path:
        sys.path.insert(0, FOLDER.name)
    importlib.invalidate_caches()
    return importlib.import_module(f"{name}_pb2")


def run(sql, *flags):
    done = ddl2c("run", "-e", sql, "--format", "changelog", *environment_flags(), *flags)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    return done.stdout.splitlines()


def written(topic, cls, messages):
    """Records of Python's serializer: it registers the schema, and says which message by a path."""
    create_topic(topic)
    serialize = ProtobufSerializer(cls, SchemaRegistryClient({"url": REGISTRY}),
                                   {"use.deprecated.format": False})
    context = SerializationContext(topic, MessageField.VALUE)
    produce(topic, [serialize(message, context) for message in messages])


def python_writes_a_message_inside_of_another():
    module, topic = generated("shop", SHOP), unique("proto_python")
    order, line = module.Shop.Order, module.Shop.Line
    full = order(id=-(2 ** 63), name="caf\u00e9 \U0001f600", price=-0.0, counts=[1, -2, 3],
                 stock={"k": 2 ** 62}, kind=module.SMALL, box=-7, line=line(item="x", number=4),
                 raw=b"\x00\xff", big=12345, lines=[line(item="a"), line(number=2)])
    full.at.FromNanoseconds(1700000000123456789)
    written(topic, order, [full, order(), order(kind=9, street="")])
    got = run(f"""CREATE TABLE `{topic}` (id BIGINT, name STRING, price DOUBLE, counts ARRAY<INT>,
            kind STRING, way ROW<street STRING, box INT>, line ROW<item STRING, number BIGINT>,
            `at` TIMESTAMP_LTZ(9), `raw` BYTES, big BIGINT, stock MAP<STRING, BIGINT>,
            lines ARRAY<ROW<item STRING, number BIGINT>>)
        WITH ('connector' = 'kafka', 'topic' = '{topic}',
          'properties.bootstrap.servers' = 'unused:1', 'scan.startup.mode' = 'earliest-offset',
          'scan.bounded.mode' = 'latest-offset', 'format' = 'proto-confluent',
          'value.proto-confluent.url' = 'http://unused', 'value.proto-confluent.topic' = '{topic}',
          'value.proto-confluent.message-class' = 'com.example.ShopProto$Shop$Order');
        SELECT id, name, price, counts, kind, way, line, `at`, `raw`, big, stock, lines
        FROM `{topic}`;""", "--proto", os.path.join(FOLDER.name, "shop.proto"))
    check(got == [
        "+I[-9223372036854775808, caf\u00e9 \U0001f600, -0.0, [1, -2, 3], SMALL, (NULL, -7), "
        "(x, 4), 2023-11-14 22:13:20.123456789, x'00ff', 12345, {k=4611686018427387904}, "
        "[(a, 0), (, 2)]]",
        "+I[0, , <NULL>, [], NONE, <NULL>, <NULL>, <NULL>, x'', 0, {}, []]",
        "+I[0, , <NULL>, [], 9, (, NULL), <NULL>, <NULL>, x'', 0, {}, []]"],
        f"the rows, not {got}")


def python_writes_an_inferred_table():
    flat = generated("flat", """syntax = "proto3";
        message Flat { int64 id = 1; optional string name = 2; repeated string tags = 3; }""").Flat
    topic = unique("proto_inferred")
    written(topic, flat, [flat(id=1, name="a", tags=["x", "y"]), flat(id=2)])
    got = run(f"SELECT id, name, tags FROM `{topic}` {BOUNDED}")
    check(got == ["+I[1, a, [x, y]]", "+I[2, <NULL>, []]"], f"the rows, not {got}")


def python_reads_a_message_class():
    module, topic = generated("shop", SHOP), unique("proto_class")
    run(f"""CREATE TABLE `{topic}` (id BIGINT, name STRING, paid BOOLEAN, tags ARRAY<STRING>,
            `raw` BYTES, price DOUBLE, counts MAP<STRING, INT>, other ROW<a STRING>)
        DISTRIBUTED INTO 1 BUCKETS WITH ('value.format' = 'proto-confluent',
          'value.proto-confluent.url' = 'http://unused', 'value.proto-confluent.topic' = '{topic}',
          'value.proto-confluent.auto-register-schemas' = 'true',
          'value.proto-confluent.message-class' = 'com.example.ShopProto$Flat');
        INSERT INTO `{topic}` VALUES (-1, 'caf\u00e9', TRUE, ARRAY['x', ''], x'00ff', 1.5,
          MAP['k', -3], ROW('in')), (0, CAST(NULL AS STRING), FALSE, CAST(NULL AS ARRAY<STRING>),
          x'', 0, CAST(NULL AS MAP<STRING, INT>), CAST(NULL AS ROW<a STRING>));""",
        "--proto", os.path.join(FOLDER.name, "shop.proto"))
    deserialize = ProtobufDeserializer(module.Flat, {"use.deprecated.format": False})
    context = SerializationContext(topic, MessageField.VALUE)
    got = [deserialize(record.value(), context) for record in read_topic(topic)]
    check(got == [module.Flat(id=-1, name="caf\u00e9", paid=True, tags=["x", ""], raw=b"\x00\xff",
                              price=1.5, counts={"k": -3}, other=module.Other(a="in")),
                  module.Flat()], f"the messages, not {got}")


def python_reads_a_derived_schema():
    topic = unique("proto_ours")
    run(f"""CREATE TABLE `{topic}` (id BIGINT NOT NULL, name STRING, ok BOOLEAN, f FLOAT, d DOUBLE,
            b BYTES, r ROW<x INT NOT NULL, y STRING>, `at` TIMESTAMP_LTZ(9))
        DISTRIBUTED INTO 1 BUCKETS WITH ('value.format' = 'proto-registry');
        INSERT INTO `{topic}` VALUES (7, 'n', TRUE, CAST(1.5 AS FLOAT), -2.5, x'01', ROW(3, 'y'),
          TO_TIMESTAMP_LTZ(1700000000123, 3)), (0, CAST(NULL AS STRING), CAST(NULL AS BOOLEAN),
          CAST(NULL AS FLOAT), CAST(NULL AS DOUBLE), CAST(NULL AS BYTES),
          CAST(NULL AS ROW<x INT NOT NULL, y STRING>), CAST(NULL AS TIMESTAMP_LTZ(9)));""")
    text = registry("GET", f"/subjects/{topic}-value/versions/latest")["schema"]
    module = generated("ours", text)
    cls = getattr(module, f"{topic}_value")
    deserialize = ProtobufDeserializer(cls, {"use.deprecated.format": False})
    context = SerializationContext(topic, MessageField.VALUE)
    first, second = [deserialize(record.value(), context) for record in read_topic(topic)]
    check((first.id, first.name, first.ok, first.f, first.d, first.b, first.r.x, first.r.y,
           first.at.ToNanoseconds()) ==
          (7, "n", True, 1.5, -2.5, b"\x01", 3, "y", 1700000000123000000), f"the row, not {first}")
    check(second == cls(), f"a row of NULLs, not {second}")
    check([field.name for field, _ in first.ListFields()] ==
          ["id", "name", "ok", "f", "d", "b", "r", "at"], "fields in the order of the columns")


if __name__ == "__main__":
    main([python_writes_a_message_inside_of_another, python_writes_an_inferred_table,
          python_reads_a_message_class, python_reads_a_derived_schema])
