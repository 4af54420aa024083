"""A million Avro records through the example's pipeline, checked by independent clients."""

import io
import os
import random
import struct
from collections import Counter

import fastavro

from harness import (build, check, create_topic, decode, main, producer, read_topic, register, run,
                     unique)

RECORDS = int(os.environ.get("MILLION_RECORDS", 1_000_000))

SOURCE_SCHEMA = {
    "type": "record", "name": "orders_value", "namespace": "org.apache.flink.avro.generated.record",
    "fields": [
        {"name": "order_id", "type": "long"},
        {"name": "customer", "type": ["null", "string"], "default": None},
        {"name": "price", "type": ["null", {"type": "bytes", "logicalType": "decimal",
                                            "precision": 10, "scale": 2}], "default": None},
        {"name": "quantity", "type": ["null", "int"], "default": None},
    ],
}


def long_bytes(number):
    """A zigzag varint."""
    number = (number << 1) ^ (number >> 63)
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def feed(topic, number):
    """Half of the records have a quantity above 10; a sample is checked against fastavro."""
    client = producer(queue_buffering_max_messages=2_000_000)
    prefix = struct.pack(">bI", 0, number)
    schema = fastavro.parse_schema(SOURCE_SCHEMA)
    for n in range(RECORDS):
        name = b"customer-%d" % (n % 1000)
        cents = (n % 10_000).to_bytes(3, "big", signed=True)
        value = (prefix + long_bytes(n) + b"\2" + long_bytes(len(name)) + name + b"\2\6" + cents +
                 b"\2" + long_bytes(n % 20))
        if n == 12_345:
            row = fastavro.schemaless_reader(io.BytesIO(value[5:]), schema, None)
            check(row["order_id"] == n and row["quantity"] == n % 20, "the fed bytes are right")
        while True:
            try:
                client.produce(topic, value=value, partition=n % 6)
                break
            except BufferError:
                client.poll(0.1)
        if n % 1000 == 0:
            client.poll(0)
    check(client.flush(120) == 0, "all delivered")


def million():
    source, sink = unique("orders"), unique("big_orders")
    create_topic(source, 6)
    feed(source, register(f"{source}-value", SOURCE_SCHEMA))
    binary = build(f"""
        CREATE TABLE `{source}` (
          order_id BIGINT NOT NULL, customer STRING, price DECIMAL(10, 2), quantity INT,
          total AS price * quantity
        ) WITH ('scan.bounded.mode' = 'latest-offset');
        CREATE TABLE `{sink}` (
          order_id BIGINT, customer STRING, total DECIMAL(20, 2),
          PRIMARY KEY (order_id) NOT ENFORCED);
        INSERT INTO `{sink}`
          SELECT order_id, UPPER(customer), total FROM `{source}` WHERE quantity >= 10;
    """, "million")
    name = unique("million")
    done = run(binary, "--name", name, timeout=300)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    records = read_topic(sink)
    expected = sum(1 for n in range(RECORDS) if n % 20 >= 10)
    check(len(records) == expected, f"{expected} records arrive, not {len(records)}")
    keys = Counter()
    dice = random.Random(7)
    for record in records:
        keys[record.key()] += 1
        if dice.random() < 0.05:
            key, row = decode(record.key()), decode(record.value())
            n = key["order_id"]
            check(row["customer"] == f"CUSTOMER-{n % 1000}", f"customer of {n}: {row}")
            cents = (n % 10_000) * (n % 20)
            check(int(row["total"].scaleb(2)) == cents, f"total of {n}: {row}")
    check(max(keys.values()) == 1, "no key twice")

    again = run(binary, "--name", name, timeout=120)
    check(again.returncode == 0, f"a second start exits 0, not {again.returncode}:\n{again.stderr}")
    check(len(read_topic(sink)) == expected, "a second start writes nothing")


if __name__ == "__main__":
    main([million])
