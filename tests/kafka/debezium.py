"""Debezium's changes as its connectors write them: inferred tables in each format and mode."""

import io
import json
import struct

import fastavro

from harness import (check, create_topic, ddl2c, environment_flags, main, produce, registry,
                     unique)

ROW = [{"name": "id", "type": "int"}, {"name": "name", "type": ["null", "string"], "default": None}]
AVRO = {"type": "record", "name": "Envelope", "namespace": "shop.public.customers", "fields": [
    {"name": "before", "type": ["null", {"type": "record", "name": "Value", "fields": ROW}],
     "default": None},
    {"name": "after", "type": ["null", "Value"], "default": None},
    {"name": "source", "type": {"type": "record", "name": "Source",
                                "namespace": "io.debezium.connector.postgresql", "fields": [
        {"name": "version", "type": "string"}, {"name": "connector", "type": "string"},
        {"name": "ts_ms", "type": "long"},
        {"name": "snapshot", "type": [{"type": "string", "connect.default": "false"}, "null"],
         "default": "false"}, {"name": "lsn", "type": ["null", "long"], "default": None}]}},
    {"name": "op", "type": "string"},
    {"name": "ts_ms", "type": ["null", "long"], "default": None},
    {"name": "transaction", "type": ["null", {"type": "record", "name": "block",
                                              "namespace": "event", "fields": [
        {"name": "id", "type": "string"}, {"name": "total_order", "type": "long"},
        {"name": "data_collection_order", "type": "long"}]}], "default": None}]}
SOURCE = {"version": "2.7", "connector": "postgresql", "ts_ms": 1700000000000, "snapshot": "true",
          "lsn": None}
BLOCK = {"id": "571", "total_order": 1, "data_collection_order": 1}

JSON_ROW = {"type": "object", "properties": {
    "id": {"type": "integer", "connect.type": "int32"},
    "name": {"oneOf": [{"type": "null"}, {"type": "string"}]}}, "required": ["id"]}
JSON = {"type": "object", "title": "Envelope", "properties": {
    "before": {"oneOf": [{"type": "null"}, JSON_ROW]},
    "after": {"oneOf": [{"type": "null"}, JSON_ROW]},
    "source": {"type": "object", "properties": {"version": {"type": "string"},
                                                "ts_ms": {"type": "integer"}}},
    "op": {"type": "string"},
    "ts_ms": {"oneOf": [{"type": "null"}, {"type": "integer"}]}}, "required": ["source", "op"]}

PROTO = """syntax = "proto3";
package shop;
message Envelope {
  Value before = 1;
  Value after = 2;
  Source source = 3;
  string op = 4;
  optional int64 ts_ms = 5;
  message Value {
    int32 id = 1;
    optional string name = 2;
  }
  message Source {
    string version = 1;
    int64 ts_ms = 2;
  }
}
"""

# op, before, after; None for a tombstone.
CHANGES = [("r", None, (1, "a")), ("c", None, (2, None)), ("u", (1, "a"), (1, "A")),
           ("d", (2, None), None), None]
RETRACT = ["+I[1, a]", "+I[2, <NULL>]", "-U[1, a]", "+U[1, A]", "-D[2, <NULL>]"]
APPEND = ["+I[1, a]", "+I[2, <NULL>]", "+I[1, A]"]


def row(values):
    return values and {"id": values[0], "name": values[1]}


def avro(change):
    op, before, after = change
    out = io.BytesIO()
    fastavro.schemaless_writer(out, fastavro.parse_schema(AVRO), {
        "before": row(before), "after": row(after), "source": SOURCE, "op": op,
        "ts_ms": 1700000000001, "transaction": BLOCK})
    return out.getvalue()


def json_text(change):
    op, before, after = change
    return json.dumps({"source": {"version": "2.7", "ts_ms": 1}, "before": row(before),
                       "op": op, "ts_ms": None, "after": row(after)}).encode()


def field(number, data):
    return bytes([number << 3 | 2, len(data)]) + data


def proto_row(values):
    name = b"" if values[1] is None else field(2, values[1].encode())
    return bytes([8, values[0]]) + name


def proto(change):
    op, before, after = change
    out = b"\0"  # The first message.
    for number, values in ((1, before), (2, after)):
        out += field(number, proto_row(values)) if values else b""
    return out + field(3, field(1, b"2.7")) + field(4, op.encode()) + bytes([5 << 3, 7])


FORMATS = [("avro", "AVRO", json.dumps(AVRO), avro), ("json", "JSON", json.dumps(JSON), json_text),
           ("proto", "PROTOBUF", PROTO, proto)]


def topic_of(name, kind, schema, encode, changes, **config):
    topic = unique(name)
    create_topic(topic, **config)
    number = registry("POST", f"/subjects/{topic}-value/versions",
                      {"schema": schema, "schemaType": kind})["id"]
    produce(topic, [(b"key", change and struct.pack(">bI", 0, number) + encode(change))
                    for change in changes])
    return topic


def rows_of(script):
    done = ddl2c("run", *environment_flags(), "--format", "changelog", "-e", script)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    return done.stdout.splitlines()


def inferred_in_every_format_and_mode():
    bounded = "/*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */"
    for name, kind, schema, encode in FORMATS:
        topic = topic_of(f"dbz_{name}", kind, schema, encode, CHANGES)
        shown = "".join(rows_of(f"SHOW CREATE TABLE `{topic}`"))
        for part in (f"'value.format' = '{name}-debezium-registry'",
                     "'changelog.mode' = 'retract'", "`id` INT NOT NULL"):
            check(part in shown, f"{name}: {part} in {shown}")
        rows = rows_of(f"SELECT id, name FROM `{topic}` {bounded}")
        check(rows == RETRACT, f"{name} retract: {rows}")
        rows = rows_of(f"ALTER TABLE `{topic}` SET ('changelog.mode' = 'append'); "
                       f"SELECT id, name FROM `{topic}` {bounded}")
        check(rows == APPEND, f"{name} append: {rows}")


def compacted_topics_are_upsert():
    name, kind, schema, encode = FORMATS[0]
    topic = topic_of("dbz_compact", kind, schema, encode, CHANGES, cleanup_policy="compact")
    shown = "".join(rows_of(f"SHOW CREATE TABLE `{topic}`"))
    check("'changelog.mode' = 'upsert'" in shown and "avro-debezium-registry" in shown, shown)


def truncations_follow_the_error_mode():
    name, kind, schema, encode = FORMATS[0]
    topic = topic_of("dbz_truncate", kind, schema, encode,
                     [("c", None, (1, "a")), ("t", None, None), ("m", None, None),
                      ("c", None, (2, "b"))])
    script = f"SELECT id FROM `{topic}` /*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */"
    done = ddl2c("run", *environment_flags(), "-e", script)
    check(done.returncode == 4 and "truncation" in done.stderr and "offset 1" in done.stderr,
          f"exit {done.returncode}:\n{done.stderr}")
    rows = rows_of(f"ALTER TABLE `{topic}` SET ('error-handling.mode' = 'ignore'); {script}")
    check(rows == ["+I[1]", "+I[2]"], f"{rows}")


main([
    inferred_in_every_format_and_mode,
    compacted_topics_are_upsert,
    truncations_follow_the_error_mode,
])
