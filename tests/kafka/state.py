"""State with a time to live, over a restart: what was not touched for so long is gone, though the
pipeline did not run meanwhile, and what may stay stays.

The time has passed for certain when the pipeline starts again, so a slow machine changes nothing.
"""

import signal
import time

from harness import (build, create_topic, decode, encode, log_of, main, produce, read_topic, register,
                     start, stop, check, unique, wait_for)

TTL_S = 2
PAIR = {"type": "record", "name": "pair",
        "fields": [{"name": name, "type": ["null", "long"], "default": None} for name in "kv"]}


class Table:
    """A topic of pairs with one partition, so that records come in the order of their writing."""

    def __init__(self, name):
        self.name = unique(name)
        create_topic(self.name)
        self.schema = register(f"{self.name}-value", PAIR)
        self.ddl = f"CREATE TABLE `{self.name}` (k BIGINT, v BIGINT) DISTRIBUTED INTO 1 BUCKETS;\n"

    def write(self, *pairs):
        produce(self.name, [encode(self.schema, PAIR, {"k": k, "v": v}) for k, v in pairs])


def restart_when_old(process, binary, flags):
    """Behind everything that was seen in the sink."""
    check(process.poll() is None, f"the pipeline ended by itself:\n{log_of(process)}")
    stop(process, signal.SIGKILL)
    time.sleep(TTL_S + 0.2)
    return start(binary, *flags)


def group():
    source, sink = Table("ttl_in"), unique("ttl_out")
    binary = build(f"""SET 'table.exec.state.ttl' = '{TTL_S} s';
        {source.ddl} CREATE TABLE `{sink}` (k BIGINT, n BIGINT, PRIMARY KEY (k) NOT ENFORCED);
        INSERT INTO `{sink}` SELECT k, COUNT(*) FROM `{source.name}` GROUP BY k;""", "ttl_group")
    flags = ["--name", unique("ttl_group"), "--commit-interval", "100 ms"]

    def counts(key):
        return [decode(record.value())["n"] for record in read_topic(sink)
                if decode(record.key())["k"] == key]

    source.write((1, 0))
    process = start(binary, *flags)
    wait_for(lambda: counts(1) == [1], f"the first count:\n{log_of(process)}")
    process = restart_when_old(process, binary, flags)
    source.write((1, 0), (2, 0))
    wait_for(lambda: counts(2) == [1], f"the count behind the restart:\n{log_of(process)}")
    check(counts(1) == [1, 1], f"the group began anew: {counts(1)}")
    check(stop(process) == 0, f"a stopped pipeline exits 0:\n{log_of(process)}")


def join():
    """Each side has a time of its own."""
    left, right, sink = Table("ttl_left"), Table("ttl_right"), unique("ttl_joined")
    binary = build(f"""{left.ddl} {right.ddl}
        CREATE TABLE `{sink}` (a BIGINT, b BIGINT) DISTRIBUTED INTO 1 BUCKETS;
        INSERT INTO `{sink}` SELECT /*+ STATE_TTL('l' = '{TTL_S} s', 'r' = '1 d') */ l.v, r.v
          FROM `{left.name}` AS l JOIN `{right.name}` AS r ON l.k = r.k;""", "ttl_join")
    flags = ["--name", unique("ttl_join"), "--commit-interval", "100 ms"]

    def rows():
        return {(row["a"], row["b"]) for row in (decode(r.value()) for r in read_topic(sink))}

    def met(key, a, b):
        """The right side's row is met by a left one, as soon as it is there; sets know no repeats."""
        left.write((key, a))
        return (a, b) in rows()

    # Keys 9 and 8 say that what came before them on either side is there.
    left.write((1, 10))
    right.write((2, 20), (9, 91))
    process = start(binary, *flags)
    wait_for(lambda: met(9, 90, 91), f"the first row:\n{log_of(process)}")
    process = restart_when_old(process, binary, flags)
    left.write((2, 21))
    right.write((1, 11), (8, 81))
    wait_for(lambda: met(8, 80, 81), f"the row behind the restart:\n{log_of(process)}")
    check(rows() == {(90, 91), (21, 20), (80, 81)}, f"only the right side was kept: {rows()}")
    check(stop(process) == 0, f"a stopped pipeline exits 0:\n{log_of(process)}")


if __name__ == "__main__":
    main([group, join])
