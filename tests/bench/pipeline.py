"""Speed and size of whole pipelines, each beside a peer or a bound, in one run.

    tests/kafka/with-clients tests/bench/pipeline.py [NAME…]

Times are CPU seconds (user + system) of the whole process where a peer is compared, else wall
milliseconds; medians of several runs, peers in turn. Nothing here passes or fails.
DDL2C names the tool, BARE the bare librdkafka programs (tests/runtime/bare.c, bin/bare of a build).
"""

import os
import sys
import tempfile

import harness
from harness import build, check, create_topic, ddl2c, producer, unique
from usage import Usage, median

RECORDS = int(os.environ.get("BENCH_RECORDS", 2_000_000))
RUNS = int(os.environ.get("BENCH_RUNS", 5))
PARTITIONS = 6


def passthrough():
    source = unique("bench_in")
    create_topic(source, PARTITIONS)
    client = producer(queue_buffering_max_messages=2_000_000, linger_ms=50)
    payload = os.urandom(100).hex().encode()
    for n in range(RECORDS):
        while True:
            try:
                client.produce(source, value=b"%08d" % n + payload[8:], partition=n % PARTITIONS)
                break
            except BufferError:
                client.poll(0.1)
        if n % 1000 == 0:
            client.poll(0)
    check(client.flush(300) == 0, "records delivered")
    ours, peers = [], []
    for run in range(RUNS):
        sink = unique(f"bench_ours{run}")
        binary = build(f"""
            CREATE TABLE `{source}` (v BYTES) DISTRIBUTED INTO {PARTITIONS} BUCKETS
              WITH ('value.format' = 'raw', 'scan.bounded.mode' = 'latest-offset');
            CREATE TABLE `{sink}` (v BYTES) DISTRIBUTED INTO {PARTITIONS} BUCKETS
              WITH ('value.format' = 'raw');
            INSERT INTO `{sink}` SELECT v FROM `{source}`;
        """, "bench")
        ours.append(Usage([binary, *harness.environment_flags(), "--name", unique(f"bench{run}"),
                           "--commit-interval", "1 s"]))
        peer_sink = unique(f"bench_peer{run}")
        peers.append(Usage([os.environ["BARE"], "copy", harness.BROKERS, source, peer_sink,
                            str(PARTITIONS), peer_sink]))
    ours_us, peer_us = [median(runs, "cpu_s") / RECORDS * 1e6 for runs in (ours, peers)]
    print(f"pass-through: {ours_us:.3f} µs CPU a record, bare librdkafka {peer_us:.3f}: "
          f"ratio {ours_us / peer_us:.2f} (goal <= 1.4)")
    print(f"memory on six partitions: {median(ours, 'memory_mb'):.1f} MB (goal < 40)")


def check_tables(count, goal_ms):
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        for n in range(count):
            file.write(f"""
                CREATE TABLE t{n} (
                  id BIGINT, name STRING, amount DECIMAL(12, 2), made TIMESTAMP_LTZ(3),
                  tags ARRAY<STRING>, address ROW<street STRING, city STRING>,
                  twice AS amount * 2, `offset` BIGINT METADATA VIRTUAL,
                  PRIMARY KEY (id) NOT ENFORCED,
                  WATERMARK FOR made AS made - INTERVAL '5' SECOND);\n""")
        file.flush()
        runs = [Usage([harness.DDL2C, "check", file.name]) for _ in range(RUNS * 4)]
    print(f"check of {count} tables: {median(runs, 'wall_ms'):.1f} ms (goal < {goal_ms}),"
          f" {median(runs, 'memory_mb'):.1f} MB (goal < 100)")


def example(folder):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples",
                          "orders", "orders.sql")
    binary = os.path.join(folder, "orders")
    runs = [Usage([harness.DDL2C, "build", script, "-o", binary]) for _ in range(RUNS)]
    print(f"generate and compile the example: {median(runs, 'wall_ms'):.0f} ms (goal < 2000)")


def start_up(folder):
    """A pipeline over one record in the local environment, start to end."""
    store, script = os.path.join(folder, "store.db"), os.path.join(folder, "start.sql")
    with open(script, "w", encoding="utf-8") as file:
        file.write("""
            CREATE TABLE a (i INT) WITH ('scan.bounded.mode' = 'latest-offset');
            CREATE TABLE b (i INT);
            INSERT INTO b SELECT i FROM a;""")
    binary = os.path.join(folder, "start")
    done = ddl2c("build", script, "-o", binary)
    check(done.returncode == 0, done.stderr)
    done = ddl2c("run", "--local", store, "-e",
                 "CREATE TABLE a (i INT); INSERT INTO a VALUES (1);")
    check(done.returncode == 0, done.stderr)
    runs = [Usage([binary, "--local", store, "--name", f"n{n}"]) for n in range(RUNS * 4)]
    print(f"start to end over one record, local: {median(runs, 'wall_ms'):.1f} ms (goal < 20)")


def main():
    wanted = sys.argv[1:] or ["check", "example", "start", "passthrough"]
    with tempfile.TemporaryDirectory() as folder:
        if "check" in wanted:
            check_tables(50, 20)
            check_tables(1000, 300)
        if "example" in wanted:
            example(folder)
        if "start" in wanted:
            start_up(folder)
        if "passthrough" in wanted:
            passthrough()


if __name__ == "__main__":
    main()
