"""Schemas that evolve while a pipeline runs: every version after the first is registered when the
pipeline is at work already, by clients that share no code with it.

100,000 records of seven Avro versions — an optional field more, a field less, a promoted type,
another order, a field renamed with an alias, a union widened — go through unharmed; so do those of
JSON Schema and Protobuf.
"""

import itertools
import json
import os
import struct
import tempfile

from confluent_kafka import Producer

from harness import (BROKERS, check, create_topic, ddl2c, decode, encode, environment_flags,
                     log_of, main, read_topic, registry, start, stop, unique, wait_for)


def schema(*fields):
    return {"type": "record", "name": "Order", "fields": list(fields)}


def field(name, kind, **more):
    return {"name": name, "type": kind, **more}


def optional(name, kind):
    return field(name, ["null", kind], default=None)


ID, NAME = field("id", "long"), field("customer", "string")
AMOUNT, NOTE = field("amount", "double"), optional("note", "string")
STATUS = field("status", {"type": "enum", "name": "St", "symbols": ["NEW", "PAID"]})

# A schema, and what its records are made of.
VERSIONS = [
    (schema(ID, NAME, AMOUNT, NOTE),
     lambda n: {"id": n, "customer": f"c{n}", "amount": n / 4, "note": f"n{n}"}),
    (schema(ID, NAME, AMOUNT, NOTE, optional("city", "string")),
     lambda n: {"id": n, "customer": f"c{n}", "amount": n / 4, "note": f"n{n}", "city": "Ulm"}),
    (schema(ID, NAME, AMOUNT),
     lambda n: {"id": n, "customer": f"c{n}", "amount": n / 4}),
    (schema(field("id", "int"), NAME, field("amount", "float"), NOTE),
     lambda n: {"id": n, "customer": f"c{n}", "amount": n / 4, "note": f"n{n}"}),
    (schema(NOTE, AMOUNT, NAME, ID),
     lambda n: {"id": n, "customer": f"c{n}", "amount": n / 4, "note": f"n{n}"}),
    (schema(ID, field("client", "string"), AMOUNT, NOTE),
     lambda n: {"id": n, "client": f"c{n}", "amount": n / 4, "note": f"n{n}"}),
    (schema(ID, NAME, field("amount", ["null", "int", "double"]),
            field("note", ["string", "null"], default=""), STATUS),
     lambda n: {"id": n, "customer": f"c{n}", "amount": n / 4 if n % 4 else n // 4,
                "note": f"n{n}", "status": "PAID"}),
]

# What the table reads: `customer` was `client` once.
OWN = schema(ID, field("customer", "string", aliases=["client"]), AMOUNT, NOTE)


# ---- JSON Schema ----


DRAFT = "https://json-schema.org/draft/2020-12/schema"  # The registry tells the language by it.


def json_schema(properties, *required, **more):
    return {"$schema": DRAFT, "type": "object", "title": "Order", "properties": properties,
            "required": list(required or ("id", "customer", "amount"))} | more


STRING, MAYBE = {"type": "string"}, {"oneOf": [{"type": "null"}, {"type": "string"}]}
JSON_ID, JSON_AMOUNT = {"type": "integer"}, {"type": "number"}


def order(n):
    return {"id": n, "customer": f"c{n}", "amount": n / 4, "note": f"n{n}"}


def without_note(n):
    return {"id": n, "customer": f"c{n}", "amount": n / 4}


JSON_VERSIONS = [
    (json_schema({"id": JSON_ID, "customer": STRING, "amount": JSON_AMOUNT, "note": MAYBE}), order),
    (json_schema({"id": JSON_ID, "customer": STRING, "amount": JSON_AMOUNT, "note": MAYBE,
                  "city": {"type": "object", "properties": {"name": STRING}}}),
     lambda n: order(n) | {"city": {"name": "Ulm"}}),
    (json_schema({"id": JSON_ID, "customer": STRING, "amount": JSON_AMOUNT}), without_note),
    (json_schema({"id": JSON_ID | {"connect.type": "int32"}, "customer": STRING,
                  "amount": JSON_AMOUNT | {"connect.type": "float32"}, "note": MAYBE}), order),
    (json_schema({"note": MAYBE, "amount": JSON_AMOUNT, "customer": STRING, "id": JSON_ID}),
     lambda n: dict(reversed(order(n).items()))),
    ({"$schema": DRAFT, "$ref": "#/$defs/Order", "$defs": {
        "Text": {"type": ["string", "null"]},
        "Order": json_schema({"id": JSON_ID, "customer": STRING, "amount": JSON_AMOUNT,
                              "note": {"$ref": "#/$defs/Text"}})}}, order),
    (json_schema({"note": {"enum": [None] + [f"n{n}" for n in range(26_000)]}},
                 allOf=[json_schema({"id": JSON_ID, "customer": STRING, "amount": JSON_AMOUNT})]),
     order),
]


def json_bytes(number, _, value):
    return struct.pack(">bI", 0, number) + json.dumps(value).encode()


# ---- Protobuf ----


def proto(*fields):
    body = "\n".join(f"  {field};" for field in fields)
    return f'syntax = "proto3";\nmessage Order {{\n{body}\n}}\n'


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def field_of(number, value):
    """A double as it is, an int as a varint, text behind its size; 0 and "" are not written."""
    if isinstance(value, bytes):
        return varint(number << 3 | (5 if len(value) == 4 else 1)) + value
    if isinstance(value, int):
        return varint(number << 3) + varint(value) if value else b""
    data = value.encode()
    return varint(number << 3 | 2) + varint(len(data)) + data


def double(n):
    return struct.pack("<d", n / 4)


def proto_order(n):
    return [(1, n), (2, f"c{n}"), (3, double(n)), (4, f"n{n}")]


P_ID, P_CUSTOMER, P_AMOUNT = "int64 id = 1", "string customer = 2", "double amount = 3"
P_NOTE = "optional string note = 4"
PROTO_VERSIONS = [
    (proto(P_ID, P_CUSTOMER, P_AMOUNT, P_NOTE), proto_order),
    (proto(P_ID, P_CUSTOMER, P_AMOUNT, P_NOTE, "string city = 5", "repeated int32 more = 6"),
     lambda n: proto_order(n) + [(5, "Ulm"), (6, 7), (6, 8)]),
    (proto(P_ID, P_CUSTOMER, P_AMOUNT), lambda n: proto_order(n)[:3]),
    (proto("int32 id = 1", P_CUSTOMER, "float amount = 3", P_NOTE),
     lambda n: [(1, n), (2, f"c{n}"), (3, struct.pack("<f", n / 4)), (4, f"n{n}")]),
    (proto(P_NOTE, P_AMOUNT, P_CUSTOMER, P_ID), lambda n: proto_order(n)[::-1]),
    (proto(P_ID, "string client = 2", P_AMOUNT, P_NOTE), proto_order),
    (proto("uint64 id = 1", P_CUSTOMER, P_AMOUNT, "oneof maybe { string note = 4; int32 no = 9; }"),
     proto_order),
]


def proto_bytes(number, _, fields):
    return struct.pack(">bIb", 0, number, 0) + b"".join(field_of(*field) for field in fields)


# ---- the pipeline ----


def register(subject, kind, text):
    body = {"schema": text if kind == "PROTOBUF" else json.dumps(text)}
    return registry("POST", f"/subjects/{subject}/versions", body | {"schemaType": kind})["id"]


def expected(n, version):
    return n, f"c{n}", n / 4, None if version == 2 else f"n{n}"


def evolve(kind, own, versions, encode_, records, batch):
    name = f"evolution_{kind.lower()}"
    source, sink = unique(f"{name}_in"), unique(f"{name}_out")
    create_topic(source, partitions=2)
    registry("PUT", f"/config/{source}-value", {"compatibility": "NONE"})
    register(f"{source}-value", kind, own)
    pipeline = start(build_inferred(source, sink), "--name", unique(name))
    ids, written = {}, {}  # By version; by n.
    client = Producer({"bootstrap.servers": BROKERS, "linger.ms": 5})
    order_ = itertools.cycle([0, 0, 1, 0, 2, 1, 3, 2, 4, 0, 5, 6, 3])
    for first in range(0, records, batch):
        version = next(order_)
        text, make = versions[version]
        if version not in ids:
            ids[version] = register(f"{source}-value", kind, text)
        for n in range(first, first + batch):
            client.produce(source, encode_(ids[version], text, make(n)), partition=n % 2)
            written[n] = version
        client.flush(60)
    check(len(ids) == len(versions), "every version was written")
    wait_for(lambda: pipeline.poll() is not None or len(read_topic(sink)) >= records,
             f"all rows at the sink; {log_of(pipeline)}", 180)
    check(pipeline.poll() is None, f"it runs on:\n{log_of(pipeline)}")
    check(stop(pipeline) == 0, log_of(pipeline))
    verify(sink, written)


def build_inferred(source, sink):
    """The source is what the registry says, the sink four columns."""
    folder = tempfile.mkdtemp(prefix="ddl2c-evolution-")
    script, binary = os.path.join(folder, "job.sql"), os.path.join(folder, "job")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f"""
            CREATE TABLE `{sink}` (id BIGINT NOT NULL, customer STRING NOT NULL,
                amount DOUBLE NOT NULL, note STRING) DISTRIBUTED INTO 1 BUCKETS;
            INSERT INTO `{sink}` SELECT id, customer, amount, note FROM `{source}`;
        """)
    done = ddl2c("build", script, "-o", binary, *environment_flags())
    check(done.returncode == 0, done.stderr)
    return binary


def verify(sink, written):
    rows = [decode(message.value()) for message in read_topic(sink)]
    check(len(rows) == len(written), f"{len(written)} rows, not {len(rows)}")
    seen = set()
    for row in rows:
        n = row["id"]
        got = (n, row["customer"], row["amount"], row["note"])
        check(got == expected(n, written[n]), f"version {written[n]}: {got}")
        seen.add(n)
    check(len(seen) == len(written), "each row once")


def evolution_while_records_pass():
    evolve("AVRO", OWN, VERSIONS, encode, 100_000, 2_000)


def evolution_of_json_schema():
    evolve("JSON", JSON_VERSIONS[0][0], JSON_VERSIONS, json_bytes, 26_000, 1_000)


def evolution_of_protobuf():
    evolve("PROTOBUF", PROTO_VERSIONS[0][0], PROTO_VERSIONS, proto_bytes, 26_000, 1_000)


main([evolution_while_records_pass, evolution_of_json_schema, evolution_of_protobuf])
