"""Records lie where Kafka's Java producer would put them.

Random keys of several formats go through a pipeline into topics of several partition counts; the
broker's own client library, asked for each key as it lies in the topic, names the partition.
"""

import json
import os
import random

from harness import (build, check, decode, java, main, partition_count, partition_of, read_topic,
                     run, unique)

KEYS = 1200
COUNTS = [1, 2, 5, 6, 7, 32]
HERE = os.path.dirname(os.path.abspath(__file__))


def java_partitions(pairs):
    """Of pairs (partition count, key), in order."""
    lines = "".join(f"{count} {key.hex()}\n" for count, key in pairs)
    return [int(line) for line in java(os.path.join(HERE, "Partitions.java"), input=lines).split()]


def random_text(source):
    alphabet = "abcXYZ 019_-äß€漢🙂"
    return "".join(source.choice(alphabet) for _ in range(source.randrange(0, 40)))


def random_rows():
    source = random.Random(4)
    return [{"s": random_text(source), "i": source.randrange(-2**31, 2**31),
             "b": source.randrange(-2**63, 2**63), "v": n} for n in range(KEYS)]


KINDS = [  # the table's distribution and options
    ("raw_text", "s", "'key.format' = 'raw'"),
    ("raw_long", "b", "'key.format' = 'raw'"),
    ("avro_text", "s", "'key.format' = 'avro-registry'"),
    ("avro_int", "i", "'key.format' = 'avro-registry'"),
    ("avro_both", "s, b", "'key.format' = 'avro-registry'"),
]


def script(sinks):
    columns = "(s STRING NOT NULL, i INT NOT NULL, b BIGINT NOT NULL, v INT)"
    sql = f"CREATE TABLE rows_in {columns};\n"
    for name, _, keys, options, count in sinks:
        sql += (f"CREATE TABLE `{name}` {columns} DISTRIBUTED BY ({keys}) INTO {count} BUCKETS"
                f" WITH ({options});\n")
    return sql + "EXECUTE STATEMENT SET BEGIN\n" + "".join(
        f"INSERT INTO `{sink[0]}` SELECT * FROM rows_in;\n" for sink in sinks) + "END;"


def fill(sinks, rows):
    binary = build(script(sinks), "partitioning")
    path = f"{binary}.rows"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    done = run(binary, "--name", unique("partitioning"), "--input", f"rows_in={path}")
    check(done.returncode == 0, done.stderr)


def keys_lie_as_javas():
    rows = random_rows()
    sinks = [(unique(f"part_{kind}_{count}"), kind, keys, options, count)
             for (kind, keys, options), count in zip(KINDS * 2, COUNTS + COUNTS[:4])]
    fill(sinks, rows)
    records = []
    for name, kind, keys, _, count in sinks:
        check(partition_count(name) == count, f"{name}: partitions")
        found = read_topic(name)
        check(len(found) == KEYS, f"{name}: {len(found)} records")
        if kind.startswith("avro"):
            wanted = {tuple(row[key] for key in keys.split(", ")) for row in rows}
            check({tuple(decode(record.key()).values()) for record in found} == wanted,
                  f"{name}: the keys are those of the rows")
        records += [(count, record) for record in found]
    answers = java_partitions([(count, record.key()) for count, record in records])
    check(len(answers) == len(records) == KEYS * len(sinks), f"{len(answers)} answers")
    wrong = [(record.topic(), record.key(), record.partition(), answer)
             for (_, record), answer in zip(records, answers) if record.partition() != answer]
    check(not wrong, f"{len(wrong)} of {len(records)} elsewhere, first {wrong[:1]}")
    used = {count: {r.partition() for n, r in records if n == count} for count in COUNTS}
    check(all(len(numbers) == count for count, numbers in used.items()), "every partition is used")
    # What other tests compare with is the same function.
    check([partition_of(record.key(), count) for count, record in records] == answers,
          "harness.partition_of")


def retracts_lie_by_the_whole_row():
    rows, count = random_rows(), 6
    name = unique("part_retract")
    binary = build("CREATE TABLE rows_in (s STRING NOT NULL, i INT NOT NULL, v INT);\n"
                   f"CREATE TABLE `{name}` (s STRING NOT NULL, i INT NOT NULL, v INT)"
                   f" WITH ('changelog.mode' = 'retract');\n"
                   f"INSERT INTO `{name}` SELECT * FROM rows_in;", "retract")
    path = f"{binary}.rows"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps({k: row[k] for k in "siv"}) + "\n" for row in rows)
    done = run(binary, "--name", unique("retract"), "--input", f"rows_in={path}")
    check(done.returncode == 0, done.stderr)
    found = read_topic(name)
    check(len(found) == KEYS and all(record.key() is None for record in found), "rows without key")
    answers = java_partitions([(count, record.value()) for record in found])
    check([record.partition() for record in found] == answers, "by the value's bytes")


main([keys_lie_as_javas, retracts_lie_by_the_whole_row])
