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

from harness import (Offsets, build, check, create_topic, log_of, main, partition_count, producer,
                     read_topic, start, stop, unique, wait_for)

RECORDS = int(os.environ.get("CRASH_RECORDS", 200_000))
KILLS = int(os.environ.get("CRASH_KILLS", 20))
KILLS_IN_TRANSACTION = KILLS * 3 // 4
RATE = int(os.environ.get("CRASH_RATE", 5_000))  # records a second
PARTITIONS = 3


def feed(topic, sent):
    """Numbered records at a steady pace, round robin."""
    client = producer(queue_buffering_max_messages=1_000_000)
    began = time.monotonic()
    for number in range(RECORDS):
        value = struct.pack(">q", number)
        client.produce(topic, value=value, partition=number % PARTITIONS)
        if number % 100 == 99:
            client.poll(0)
            ahead = number / RATE - (time.monotonic() - began)
            if ahead > 0:
                time.sleep(ahead)
    check(client.flush(60) == 0, "every record delivered")
    sent.set()


def kill_under_load(binary, flags, sink, sent, dice):
    """Kills while records flow. Returns (kills, kills that hit an open transaction)."""
    kills = hits = 0
    process = start(binary, *flags)
    wait_for(lambda: partition_count(sink) > 0, f"the pipeline makes {sink}")
    offsets = Offsets(sink)
    while (kills < KILLS or hits < KILLS_IN_TRANSACTION) and not sent.is_set():
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
    feeder = threading.Thread(target=feed, args=(source, sent))
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


if __name__ == "__main__":
    main([crash])
