"""Kafka's Java clients with Avro's Java library at both ends.

Random records that they write pass through a pipeline, and they read what it wrote: the same data.
"""

import json
import os
import tempfile

from harness import (BROKERS, REGISTRY, check, create_topic, ddl2c, environment_flags, java,
                     libraries, main, register, unique)

HERE = os.path.dirname(os.path.abspath(__file__))
JARS = [os.path.join(libraries("registry"), "lib", "main", f"{name}-[0-9]*.jar") for name in (
    "org.apache.avro.avro", "com.fasterxml.jackson.core.jackson-core",
    "com.fasterxml.jackson.core.jackson-databind", "com.fasterxml.jackson.core.jackson-annotations")]
RECORDS = 3000


def records(*args):
    return java(os.path.join(HERE, "AvroRecords.java"), *map(str, args), more=JARS).splitlines()


def passes(case, fields, seed):
    """Fields are pairs of name and type; the names are the columns."""
    source, sink = unique(f"{case}_in"), unique(f"{case}_out")
    schema = {"type": "record", "name": "R", "namespace": "n.m",
              "fields": [{"name": name, "type": kind} for name, kind in fields]}
    create_topic(source)
    create_topic(sink)
    number = register(f"{source}-value", schema)
    with tempfile.NamedTemporaryFile("w", suffix=".avsc") as file:
        json.dump(schema, file)
        file.flush()
        written = records("write", BROKERS, source, number, file.name, RECORDS, seed)
    check(len(written) == RECORDS, f"{len(written)} records written")
    done = ddl2c("run", "-e", f"""
        CREATE TABLE `{sink}` DISTRIBUTED INTO 1 BUCKETS WITH ('value.format' = 'avro-registry') AS
        SELECT {", ".join(f"`{name}`" for name, _ in fields)}
        FROM `{source}` /*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */""",
                 *environment_flags())
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    read = records("read", BROKERS, sink, REGISTRY)
    check(len(read) == RECORDS, f"{len(read)} records read")
    for place, (ours, javas) in enumerate(zip(read, written)):
        check(ours == javas, f"record {place}:\nwritten {javas}\nread    {ours}")


def nullable(kind):
    return ["null", kind]


def logical(kind, name, **more):
    return {"type": kind, "logicalType": name, **more}


def fixed(name, size, **more):
    return {"type": "fixed", "name": name, "size": size, **more}


def atoms():
    passes("java_atoms", [(f"{word}_{kind}", form(kind))
                          for kind in ("boolean", "int", "long", "float", "double", "string", "bytes")
                          for word, form in (("plain", str), ("maybe", nullable))], 1)


def logical_types():
    passes("java_logical", [
        ("d", logical("int", "date")),
        ("t", logical("int", "time-millis")),
        ("ms", logical("long", "timestamp-millis")),
        ("us", nullable(logical("long", "timestamp-micros"))),
        ("lms", nullable(logical("long", "local-timestamp-millis"))),
        ("lus", logical("long", "local-timestamp-micros")),
        ("small", logical("bytes", "decimal", precision=9, scale=2)),
        ("large", nullable(logical("bytes", "decimal", precision=38, scale=10))),
        ("wide", fixed("W", 16, logicalType="decimal", precision=38, scale=0)),
    ], 2)


def nested():
    inner = {"type": "record", "name": "Inner", "fields": [
        {"name": "x", "type": "long"},
        {"name": "y", "type": nullable("string")},
        {"name": "z", "type": {"type": "array", "items": nullable("double")}}]}
    passes("java_nested", [
        ("color", {"type": "enum", "name": "Color", "symbols": ["RED", "GREEN", "BLUE"]}),
        ("mark", fixed("Mark", 5)),
        ("one", inner),
        ("maybe", nullable("Inner")),
        ("many", {"type": "array", "items": nullable("Inner")}),
        ("named", {"type": "map", "values": "Inner"}),
        ("lists", {"type": "map", "values": {"type": "array", "items": "int"}}),
        ("backwards", ["string", "null"]),
    ], 3)


if __name__ == "__main__":
    main([atoms, logical_types, nested])
