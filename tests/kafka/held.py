"""A record whose schema is first seen while a pipeline runs holds its own partition alone.

The registry answers for that schema when the test says so. Until then the rows of other partitions
arrive, nothing behind the record does, and no committed position is behind it; afterwards every row
is there once, in the order of its partition.
"""

import signal

from harness import (BROKERS, RegistryProxy, build, check, create_topic, decode, encode, log_of,
                     main, produce, read_topic, register, registry, start, stop,
                     unique, wait_for)

FIRST = {"type": "record", "name": "R", "fields": [{"name": "n", "type": "long"},
                                                   {"name": "pad", "type": "string"}]}
LATER = {"type": "record", "name": "R", "fields": [
    {"name": "more", "type": ["null", "string"], "default": None},
    {"name": "pad", "type": "string"}, {"name": "n", "type": "int"}]}
OTHER = {"type": "record", "name": "R", "fields": [
    {"name": "pad", "type": "string"}, {"name": "n", "type": "long"},
    {"name": "other", "type": "int", "default": 7}]}
KEY = {"type": "record", "name": "K", "fields": [{"name": "k", "type": "long"}]}
LATER_KEY = {"type": "record", "name": "K", "fields": [
    {"name": "x", "type": ["null", "int"], "default": None}, {"name": "k", "type": "int"}]}
PAD = "p" * 1000  # So that what is held is more than is kept in memory.


class Case:
    """A pipeline from a topic of three partitions to one of a single partition."""

    def __init__(self, name, columns="n BIGINT NOT NULL, pad STRING NOT NULL", clause="",
                 kept="n"):
        self.proxy = RegistryProxy()
        self.name, self.source, self.sink = unique(name), unique(f"{name}_in"), unique(f"{name}_out")
        create_topic(self.source, partitions=3)
        for half in ("key", "value"):
            registry("PUT", f"/config/{self.source}-{half}", {"compatibility": "NONE"})
        self.binary = build(f"""
            CREATE TABLE `{self.source}` ({columns}) {clause};
            CREATE TABLE `{self.sink}` (n BIGINT NOT NULL) DISTRIBUTED INTO 1 BUCKETS;
            INSERT INTO `{self.sink}` SELECT {kept} FROM `{self.source}`;
        """, name)
        self.first = register(f"{self.source}-value", FIRST)

    def start(self):
        return start(self.binary, "--name", self.name, "--commit-interval", "100 ms",
                     "--registry-timeout", "10 min",  # A held request is not given up.
                     env_flags=["--brokers", BROKERS, "--registry", self.proxy.url])

    def late(self, schema, half="value", **fault):
        """A schema that only the registry knows, and that it does not tell."""
        number = register(f"{self.source}-{half}", schema)
        self.proxy.fault(f"/schemas/ids/{number}$", **(fault or {"hold": True}))
        return number

    def produce(self, partition, numbers, number=None, schema=FIRST):
        produce(self.source, [encode(number or self.first, schema, {"n": n, "pad": PAD})
                              for n in numbers], partition)

    def rows(self):
        return [decode(record.value())["n"] for record in read_topic(self.sink)]

    def wait_for_rows(self, count, process):
        wait_for(lambda: process.poll() is not None or len(self.rows()) >= count,
                 f"{count} rows, not {len(self.rows())}:\n{log_of(process)}")
        check(process.poll() is None, f"it runs on:\n{log_of(process)}")
        rows = self.rows()
        check(len(rows) == count, f"{count} rows, not {len(rows)}")
        return rows

    def wait_until_held(self, count):
        wait_for(lambda: len(self.proxy.held()) >= count, f"{count} requests are held")


def in_order(rows, first, count, what):
    mine = [n for n in rows if first <= n < first + count]
    check(mine == list(range(first, first + count)), f"{what}: each once, in order, not {mine[:9]}…")


def others_go_on_while_a_value_waits():
    case = Case("held_value")
    process = case.start()
    case.produce(0, range(100))
    case.produce(1, range(10_000, 10_100))
    case.wait_for_rows(200, process)
    late = case.late(LATER)
    case.produce(0, range(100, 101), late, LATER)
    case.produce(0, range(101, 4000))  # Some four megabytes.
    case.wait_until_held(1)
    case.produce(1, range(10_100, 13_000))
    case.produce(2, range(20_000, 20_100))
    rows = case.wait_for_rows(100 + 3000 + 100, process)
    check(max(n for n in rows if n < 10_000) == 99, "nothing behind the record")
    check(case.proxy.held(), "it waits still")
    process.send_signal(signal.SIGKILL)
    process.wait()
    process = case.start()
    case.produce(1, range(13_000, 14_000))
    case.wait_for_rows(100 + 4000 + 100, process)
    case.proxy.release()
    case.produce(0, range(4000, 4100))
    rows = case.wait_for_rows(4100 + 4000 + 100, process)
    in_order(rows, 0, 4100, "the partition that waited")
    in_order(rows, 10_000, 4000, "the one beside it")
    in_order(rows, 20_000, 100, "the third")
    check(stop(process) == 0, log_of(process))


def two_schemas_wait_beside_each_other():
    case = Case("held_two")
    process = case.start()
    case.produce(2, range(20_000, 20_010))
    case.wait_for_rows(10, process)
    late, other = case.late(LATER), case.late(OTHER)
    case.produce(0, range(1), late, LATER)
    case.produce(0, range(1, 2), other, OTHER)
    case.produce(0, range(2, 3), late, LATER)
    case.produce(1, range(10_000, 10_001), other, OTHER)
    case.wait_until_held(2)
    case.produce(2, range(20_010, 20_500))
    case.wait_for_rows(500, process)
    check(stop(process) == 0, f"a stop does not wait:\n{log_of(process)}")
    check(len(case.rows()) == 500, "and commits nothing of them")
    case.proxy.release()
    process = case.start()
    rows = case.wait_for_rows(504, process)
    in_order(rows, 0, 3, "two schemas in one partition")
    in_order(rows, 20_000, 500, "the third")
    check(stop(process) == 0, log_of(process))


def keys_wait_too():
    case = Case("held_key", "k BIGINT NOT NULL, n BIGINT NOT NULL, pad STRING NOT NULL",
                "DISTRIBUTED BY (k) INTO 3 BUCKETS", "k + n")
    first = register(f"{case.source}-key", KEY)
    process = case.start()

    def pairs(numbers, number, schema):
        return [(encode(number, schema, {"k": n}),
                 encode(case.first, FIRST, {"n": 0, "pad": PAD})) for n in numbers]

    produce(case.source, pairs(range(10), first, KEY), 0)
    case.wait_for_rows(10, process)
    late = case.late(LATER_KEY, "key")
    produce(case.source, pairs(range(10, 11), late, LATER_KEY) +
            pairs(range(11, 100), first, KEY), 0)
    case.wait_until_held(1)
    produce(case.source, pairs(range(10_000, 10_100), first, KEY), 1)
    rows = case.wait_for_rows(110, process)
    check(max(n for n in rows if n < 10_000) == 9, "nothing behind the record")
    case.proxy.release()
    in_order(case.wait_for_rows(200, process), 0, 100, "the partition that waited")
    check(stop(process) == 0, log_of(process))


def a_registry_that_fails_for_a_while():
    case = Case("held_503")
    process = case.start()
    case.produce(1, range(10_000, 10_010))
    case.wait_for_rows(10, process)
    late = case.late(LATER, status=503)
    case.produce(0, range(1), late, LATER)
    wait_for(lambda: "trying again" in log_of(process), "a line with the reason")
    case.produce(1, range(10_010, 11_000))
    case.wait_for_rows(1000, process)
    case.proxy.release()
    case.wait_for_rows(1001, process)
    check(f"schema id {late}" in log_of(process), f"the reason names the id:\n{log_of(process)}")
    check(stop(process) == 0, log_of(process))


def a_failure_that_stays_stops_the_pipeline():
    case = Case("held_401")
    process = case.start()
    case.produce(1, range(10_000, 10_010))
    case.wait_for_rows(10, process)
    late = case.late(LATER, status=401)
    case.produce(0, range(1), late, LATER)
    wait_for(lambda: process.poll() is not None, "it ends")
    check(process.poll() == 3 and f"schema id {late}" in log_of(process), log_of(process))
    case.proxy.release()
    process = case.start()
    case.wait_for_rows(11, process)
    check(stop(process) == 0, log_of(process))


main([
    others_go_on_while_a_value_waits,
    two_schemas_wait_beside_each_other,
    keys_wait_too,
    a_registry_that_fails_for_a_while,
    a_failure_that_stays_stops_the_pipeline,
])
