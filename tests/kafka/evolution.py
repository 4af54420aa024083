"""Schemas that evolve while a pipeline runs: every version after the first is registered when the
pipeline is at work already, by clients that share no code with it.

100,000 records of seven versions — an optional field more, a field less, a promoted type, another
order, a field renamed with an alias, a union widened — go through unharmed.
"""

import itertools
import os
import tempfile

from confluent_kafka import Producer

from harness import (BROKERS, check, create_topic, ddl2c, decode, encode, environment_flags,
                     log_of, main, read_topic, register, registry, start, stop, unique, wait_for)

RECORDS, BATCH = 100_000, 2_000


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


def expected(n, version):
    return n, f"c{n}", n / 4, None if version == 2 else f"n{n}"


WRITTEN = {}  # id -> version


def evolution_while_records_pass():
    source, sink = unique("evolution_in"), unique("evolution_out")
    create_topic(source, partitions=2)
    registry("PUT", f"/config/{source}-value", {"compatibility": "NONE"})
    register(f"{source}-value", OWN)
    pipeline = start(build_inferred(source, sink), "--name", unique("evolution"))
    ids = {}
    client = Producer({"bootstrap.servers": BROKERS, "linger.ms": 5})
    order = itertools.cycle([0, 0, 1, 0, 2, 1, 3, 2, 4, 0, 5, 6, 3])
    for first in range(0, RECORDS, BATCH):
        version = next(order)
        text, make = VERSIONS[version]
        if version not in ids:
            ids[version] = register(f"{source}-value", text)
        for n in range(first, first + BATCH):
            client.produce(source, encode(ids[version], text, make(n)), partition=n % 2)
            WRITTEN[n] = version
        client.flush(60)
    wait_for(lambda: pipeline.poll() is not None or len(read_topic(sink)) >= RECORDS,
             "all rows at the sink", 180)
    check(pipeline.poll() is None, f"it runs on:\n{log_of(pipeline)}")
    check(stop(pipeline) == 0, log_of(pipeline))
    verify(sink)


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


def verify(sink):
    rows = [decode(message.value()) for message in read_topic(sink)]
    check(len(rows) == RECORDS, f"{RECORDS} rows, not {len(rows)}")
    seen = set()
    for row in rows:
        n = row["id"]
        got = (n, row["customer"], row["amount"], row["note"])
        check(got == expected(n, WRITTEN[n]), f"version {WRITTEN[n]}: {got}")
        seen.add(n)
    check(len(seen) == RECORDS, "each row once")


main([evolution_while_records_pass])
