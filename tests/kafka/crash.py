"""kill -9 at random moments under load: nothing is lost, nothing comes twice.

Records pass at a steady pace from a source topic to a sink topic while the pipeline is killed again
and again: twenty times at least, and until fifteen kills have hit an open transaction. That the broker
itself tells: the high watermark of the sink stands above its last stable offset. The seed is printed.
"""

import os
import random
import signal
import struct
import threading
import time
from collections import Counter

from harness import (Offsets, build, check, create_topic, decode, log_of, main, partition_count,
                     producer, read_topic, register, start, stop, unique, wait_for)

RECORDS = int(os.environ.get("CRASH_RECORDS", 200_000))
KILLS = int(os.environ.get("CRASH_KILLS", 20))
KILLS_IN_TRANSACTION = KILLS * 3 // 4
RATE = int(os.environ.get("CRASH_RATE", 5_000))  # records a second
STATE_KILLS = int(os.environ.get("CRASH_STATE_KILLS", 6))
STATE_RECORDS = 12_000 * STATE_KILLS  # enough to flow until the last kill
PARTITIONS = 3


def feed(topics, value_of, records, sent):
    """Records at a steady pace, round robin over topics and partitions."""
    client = producer(queue_buffering_max_messages=1_000_000)
    began = time.monotonic()
    for number in range(records):
        client.produce(topics[number % len(topics)], value=value_of(number),
                       partition=number // len(topics) % PARTITIONS)
        if number % 100 == 99:
            client.poll(0)
            ahead = number / RATE - (time.monotonic() - began)
            if ahead > 0:
                time.sleep(ahead)
    check(client.flush(60) == 0, "every record delivered")
    sent.set()


def kill_under_load(binary, flags, sink, sent, dice, least=KILLS, least_hits=KILLS_IN_TRANSACTION):
    """Kills while records flow. Returns (kills, kills that hit an open transaction)."""
    kills = hits = 0
    process = start(binary, *flags)
    wait_for(lambda: partition_count(sink) > 0, f"the pipeline makes {sink}")
    offsets = Offsets(sink)
    while (kills < least or hits < least_hits) and not sent.is_set():
        # Only a started pipeline can be hit: wait for its transaction, then for a random moment.
        wait_for(offsets.open_transaction, f"transaction of run {kills}:\n{log_of(process)}")
        time.sleep(dice.uniform(0, 1))
        wait_for(offsets.open_transaction, f"transaction of run {kills}:\n{log_of(process)}")
        check(process.poll() is None, f"the pipeline ended by itself:\n{log_of(process)}")
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills += 1
        hits += offsets.open_transaction()
        process = start(binary, *flags)
    offsets.close()
    return process, kills, hits


def crash():
    seed = int(os.environ.get("SEED", random.randrange(1 << 30)))
    print(f"seed {seed}")
    source, sink = unique("crash_in"), unique("crash_out")
    create_topic(source, PARTITIONS)
    binary = build(f"""
        CREATE TABLE `{source}` (n BIGINT) DISTRIBUTED INTO {PARTITIONS} BUCKETS
          WITH ('value.format' = 'raw');
        CREATE TABLE `{sink}` (n BIGINT) DISTRIBUTED INTO {PARTITIONS} BUCKETS
          WITH ('value.format' = 'raw');
        INSERT INTO `{sink}` SELECT n FROM `{source}`;
    """, "crash")
    flags = ["--name", unique("crash"), "--commit-interval", "800 ms"]
    sent = threading.Event()
    feeder = threading.Thread(target=feed, args=(
        [source], lambda number: struct.pack(">q", number), RECORDS, sent))
    feeder.start()
    process, kills, hits = kill_under_load(binary, flags, sink, sent, random.Random(seed))
    feeder.join()

    def arrived():
        check(process.poll() is None, f"the pipeline ended by itself:\n{log_of(process)}")
        return len(read_topic(sink)) >= RECORDS

    wait_for(arrived, f"all records behind the last kill:\n{log_of(process)}", 120)
    check(stop(process) == 0, f"a stopped pipeline exits 0:\n{log_of(process)}")
    counts = Counter(struct.unpack(">q", record.value())[0] for record in read_topic(sink))
    lost = [n for n in range(RECORDS) if n not in counts]
    twice = [n for n, count in counts.items() if count > 1]
    uncommitted = len(read_topic(sink, "read_uncommitted"))
    print(f"{kills} kills, {hits} in an open transaction; {sum(counts.values())} committed records,"
          f" {uncommitted} with aborted ones")
    check(not lost, f"{len(lost)} records lost, the first {lost[:5]}")
    check(not twice, f"{len(twice)} records doubled, the first {twice[:5]}")
    check(len(counts) == RECORDS, "exactly the records sent")
    check(kills >= KILLS, f"{KILLS} kills while records flowed, not {kills}")
    check(hits >= KILLS_IN_TRANSACTION, f"{KILLS_IN_TRANSACTION} kills in a transaction, not {hits}")


# ---- operators with state ----

PAIR = {"type": "record", "name": "pair",
        "fields": [{"name": name, "type": ["null", "long"], "default": None} for name in "kv"]}


def varint(number):
    number = (number << 1) ^ (number >> 63)
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out) + bytes([number])


def state_under_kills(name, topics, columns, sql, pair_of, settled, records, kills):
    """Feeds pairs to Avro topics and kills; `settled(rows of the sink)` says when all is there."""
    seed = int(os.environ.get("SEED", random.randrange(1 << 30)))
    print(f"seed {seed}")
    topics = [unique(f"{name}_{topic}") for topic in topics]
    sink = unique(f"{name}_out")
    ids = []
    for topic in topics:
        create_topic(topic, PARTITIONS)
        ids.append(register(f"{topic}-value", PAIR))
    tables = "".join(f"CREATE TABLE `{topic}` (k BIGINT, v BIGINT) "
                     f"DISTRIBUTED INTO {PARTITIONS} BUCKETS;\n" for topic in topics)
    binary = build(tables + f"CREATE TABLE `{sink}` {columns};\n"
                   f"INSERT INTO `{sink}` {sql.format(*topics)};", name)

    def value_of(number):
        key, value = pair_of(number)
        prefix = struct.pack(">bI", 0, ids[number % len(topics)])
        return prefix + b"\2" + varint(key) + b"\2" + varint(value)

    flags = ["--name", unique(name), "--commit-interval", "800 ms"]
    sent = threading.Event()
    feeder = threading.Thread(target=feed, args=(topics, value_of, records, sent))
    feeder.start()
    process, done, hits = kill_under_load(binary, flags, sink, sent, random.Random(seed), kills, 0)
    feeder.join()

    def arrived():
        check(process.poll() is None, f"the pipeline ended by itself:\n{log_of(process)}")
        return settled(read_topic(sink))

    wait_for(arrived, f"the model's result behind the last kill:\n{log_of(process)}", 120)
    check(stop(process) == 0, f"a stopped pipeline exits 0:\n{log_of(process)}")
    check(settled(read_topic(sink)), "the model's result stays")
    print(f"{done} kills, {hits} in an open transaction")
    check(done >= kills, f"{kills} kills while records flowed, not {done}")


def crash_group_by():
    """How many keys have how many records: the inner counts retract the outer ones."""
    records = STATE_RECORDS
    dice = random.Random(5)
    keys = [int(dice.expovariate(1 / 800)) for _ in range(records)]
    model = Counter(Counter(keys).values())

    def settled(records_of_sink):
        table = {}
        for record in records_of_sink:
            key = decode(record.key())["n"]
            if record.value() is None:
                table.pop(key, None)
            else:
                table[key] = decode(record.value())["keys"]
        return table == model

    state_under_kills(
        "crash_group", ["in"], "(n BIGINT, `keys` BIGINT, PRIMARY KEY (n) NOT ENFORCED)",
        "SELECT n, COUNT(*) FROM (SELECT k, COUNT(*) AS n FROM `{0}` GROUP BY k) GROUP BY n",
        lambda number: (keys[number], number), settled, records, STATE_KILLS)


def crash_join():
    """Every pair of a left and a right record with the same key, once."""
    records = STATE_RECORDS

    def settled(records_of_sink):
        rows = Counter()
        for record in records_of_sink:
            row = decode(record.value())
            rows[row["a"], row["b"]] += 1
        if sum(rows.values()) < len(expected):
            return False
        check(max(rows.values()) == 1, "no pair twice")
        check(set(rows) == expected, "exactly the pairs of the model")
        return True

    # Keys come four times, far apart: twice on either side.
    keys = records // 4
    sides = [{}, {}]
    for number in range(records):
        sides[number % 2].setdefault(number // 2 % keys, []).append(number)
    expected = {(a, b) for key in range(keys) for a in sides[0][key] for b in sides[1][key]}
    state_under_kills(
        "crash_join", ["left", "right"],
        f"(a BIGINT, b BIGINT) DISTRIBUTED INTO {PARTITIONS} BUCKETS",
        "SELECT l.v, r.v FROM `{0}` AS l JOIN `{1}` AS r ON l.k = r.k",
        lambda number: (number // 2 % keys, number), settled, records, STATE_KILLS)


if __name__ == "__main__":
    main([crash, crash_group_by, crash_join])
