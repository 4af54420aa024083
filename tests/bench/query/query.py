#!/usr/bin/env python3
"""Queries beside Flink: the same NDJSON file, one thread of work, rows into a blackhole.

    tests/bench/query/query.py DDL2C [QUERY…]

Both run the same statements. CPU is user + system of all threads: of ours the whole process, of Flink
from the INSERT to its end in a JVM whose planner and cluster are warm. Flink takes no checkpoints; ours
commits its state each second into the SQLite file (`durable`) and, to compare like with like, once at the
end (`at end`). Nothing here passes or fails.

BENCH_ROWS   rows of the file (2,000,000)
FLINK_JARS   folder of Flink's jars; without it tests/services/flink-jars downloads them
BENCH_FLINK  "0": without Flink
"""

import glob
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, ".."))

from usage import Usage  # noqa: E402

ROWS = int(os.environ.get("BENCH_ROWS", 2_000_000))
WARM_ROWS = 1000
USERS = 100_000

SOURCE = """CREATE TABLE src (id BIGINT, `user` STRING, amount DECIMAL(10, 2), ts TIMESTAMP(3), note STRING)
  WITH ('connector' = 'filesystem', 'path' = '{rows}', 'format' = 'json');
"""
USERS_TABLE = """CREATE TABLE users (`user` STRING, city STRING)
  WITH ('connector' = 'filesystem', 'path' = '{users}', 'format' = 'json');
"""
SINK = "CREATE TABLE o ({columns}) WITH ('connector' = 'blackhole');\n"
GROUP = "INSERT INTO o SELECT `user`, COUNT(*), SUM(amount) FROM src GROUP BY `user`;\n"

# Name, file of rows, tables, what to do, goals: CPU ratio, memory ratio.
QUERIES = [
    ("filter", "rows", SOURCE + SINK.format(columns="id BIGINT, `user` STRING, amount DECIMAL(10, 2)") +
     "INSERT INTO o SELECT id, `user`, amount FROM src WHERE amount > 50;\n", 10, 10),
    ("group", "rows", SOURCE + SINK.format(columns="`user` STRING, c BIGINT, s DECIMAL(38, 2)") + GROUP,
     15, 10),
    ("group_1m", "many", SOURCE + SINK.format(columns="`user` STRING, c BIGINT, s DECIMAL(38, 2)") + GROUP,
     15, 10),
    ("join", "rows", SOURCE + USERS_TABLE + SINK.format(columns="id BIGINT, amount DECIMAL(10, 2), city STRING") +
     "INSERT INTO o SELECT s.id, s.amount, u.city FROM src AS s JOIN users AS u ON s.`user` = u.`user`;\n",
     10, 10),
    ("top_n", "rows", SOURCE + SINK.format(columns="id BIGINT, `user` STRING, amount DECIMAL(10, 2), n BIGINT") +
     "INSERT INTO o SELECT id, `user`, amount, n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY `user` "
     "ORDER BY amount DESC) AS n FROM src) WHERE n <= 3;\n", 10, 10),
]


def write_rows(path, rows, users):
    """112 bytes a row; 10,000 rows a second of their time."""
    dice = random.Random(42)
    letters = "abcdefghijklmnopqrstuvwxyz "
    notes = ["".join(dice.choices(letters, k=20)) for _ in range(1000)]
    with open(path, "w", encoding="ascii") as out:
        for n in range(rows):
            at = n // 10
            out.write(f'{{"id":{n},"user":"user_{dice.randrange(users):07d}","amount":{dice.randrange(100)}.'
                      f'{dice.randrange(100):02d},"ts":"2024-01-01 {at // 3600000:02d}:'
                      f'{at // 60000 % 60:02d}:{at // 1000 % 60:02d}.{at % 1000:03d}",'
                      f'"note":"{notes[dice.randrange(1000)]}"}}\n')


def write_users(path):
    with open(path, "w", encoding="ascii") as out:
        for n in range(USERS):
            out.write(f'{{"user":"user_{n:07d}","city":"city {n % 500}"}}\n')


def head(path, to):
    with open(path, encoding="ascii") as rows, open(to, "w", encoding="ascii") as out:
        out.writelines(line for line, _ in zip(rows, range(WARM_ROWS)))


def script(folder, name, text, rows):
    path = os.path.join(folder, f"{name}.sql")
    with open(path, "w", encoding="ascii") as out:
        out.write(text.format(rows=rows, users=os.path.join(folder, "users.json")))
    return path


def ours(ddl2c, folder, name, text, rows):
    """The two runs: committing each second, and once."""
    binary = os.path.join(folder, name)
    subprocess.run([ddl2c, "build", script(folder, name, text, rows), "-o", binary], check=True)
    runs = []
    for interval in ("1 s", "10 h"):
        runs.append(Usage([binary, "--local", os.path.join(folder, "state.db"), "--name",
                           f"{name}-{len(runs)}", "--commit-interval", interval]))
    return runs


def flink(folder, name, text, rows):
    """CPU seconds and peak memory in MB."""
    jars = os.environ.get("FLINK_JARS") or subprocess.run(
        [os.path.join(HERE, "..", "..", "services", "flink-jars")], check=True, capture_output=True,
        text=True).stdout.strip()
    warm = os.path.join(folder, "warm.json")
    head(rows, warm)
    opens = [f"--add-opens=java.base/java.{package}=ALL-UNNAMED"
             for package in ("lang", "util", "net", "io", "nio", "text", "time", "util.concurrent",
                             "lang.reflect")]
    done = subprocess.run(
        ["java", "-Xmx2g", *opens, "-cp", ":".join(glob.glob(os.path.join(jars, "*.jar"))),
         os.path.join(HERE, "Flink.java"), script(folder, f"{name}_warm", text, warm),
         script(folder, name, text, rows)],
        capture_output=True, text=True)
    lines = done.stdout.split("\n")
    if done.returncode or len(lines) < 2:
        sys.exit(f"Flink: {done.returncode}\n{done.stdout}{done.stderr}")
    cpu_s, peak_kb = lines[1].split()
    return float(cpu_s), int(peak_kb) / 1024


def compare(ddl2c, folder, query):
    name, file, text, cpu_goal, memory_goal = query
    rows = os.path.join(folder, f"{file}.json")
    if not os.path.exists(rows):
        write_rows(rows, ROWS, USERS if file == "rows" else 1_000_000)
    durable, at_end = ours(ddl2c, folder, name, text, rows)
    millions = ROWS / 1e6
    print(f"{name:9} durable {durable.cpu_s / millions:6.3f}  at end {at_end.cpu_s / millions:6.3f}"
          f"  {durable.memory_mb:6.1f} MB", end="", flush=True)
    if os.environ.get("BENCH_FLINK") != "0":
        cpu_s, peak_mb = flink(folder, name, text, rows)
        print(f"  Flink {cpu_s / millions:7.3f} {peak_mb:7.0f} MB  ratio {cpu_s / durable.cpu_s:5.1f}"
              f" {cpu_s / at_end.cpu_s:5.1f} (goal {cpu_goal}), memory"
              f" {peak_mb / durable.memory_mb:5.1f} (goal {memory_goal})", end="")
    print(flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print(f"{ROWS:,} rows; CPU seconds a million rows, peak memory")
    with tempfile.TemporaryDirectory() as folder:
        write_users(os.path.join(folder, "users.json"))
        for query in QUERIES:
            if query[0] in (sys.argv[2:] or [query[0]]):
                compare(os.path.abspath(sys.argv[1]), folder, query)


if __name__ == "__main__":
    main()
