#!/usr/bin/env python3
"""crash_state.py DDL2C: GROUP BY over rows that are taken back, in the local environment.

Kills the pipeline with SIGKILL at any moment, again and again, lets it finish, and compares what the sink
holds with a model. KILLS, ROWS, SEED change the numbers.
"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict

TOTALS = """CREATE TABLE totals (cust STRING, n BIGINT, total DECIMAL(38, 2), lo DECIMAL(10, 2),
    kinds BIGINT, PRIMARY KEY (cust) NOT ENFORCED) WITH ('changelog.mode' = 'upsert');
"""
PIPELINE = """CREATE TABLE pay (id INT, cust STRING, amt DECIMAL(10, 2), kind STRING)
    WITH ('changelog.mode' = 'retract');
""" + TOTALS + """INSERT INTO totals
    SELECT cust, COUNT(*), SUM(amt), MIN(amt), COUNT(DISTINCT kind) FROM pay GROUP BY cust;
"""


def write_changes(path, rows, seed):
    """Inserts, updates and deletes; returns the rows that are left."""
    chance = random.Random(seed)
    live = []

    def fresh(number):
        return {"id": number, "cust": "c%d" % chance.randrange(300),
                "amt": chance.randrange(100000) / 100, "kind": chance.choice("abcdefgh")}

    with open(path, "w") as out:
        for number in range(rows):
            choice = chance.random()
            at = chance.randrange(len(live)) if live else 0
            if live and choice < 0.25:
                out.write(json.dumps({"$op": "-D", **live[at]}) + "\n")
                live[at] = live[-1]
                live.pop()
            elif live and choice < 0.5:
                out.write(json.dumps({"$op": "-U", **live[at]}) + "\n")
                live[at] = {**fresh(live[at]["id"]), "kind": live[at]["kind"]}
                out.write(json.dumps({"$op": "+U", **live[at]}) + "\n")
            else:
                live.append(fresh(number))
                out.write(json.dumps(live[-1]) + "\n")
    return live


def model(live):
    groups = defaultdict(list)
    for row in live:
        groups[row["cust"]].append(row)
    lines = []
    for cust, rows in groups.items():
        cents = [round(row["amt"] * 100) for row in rows]
        total, low = sum(cents), min(cents)
        kinds = len({row["kind"] for row in rows})
        lines.append("%s %d %d.%02d %d.%02d %d" % (cust, len(rows), total // 100, total % 100,
                                                  low // 100, low % 100, kinds))
    return sorted(lines)


def table_of(ddl2c, work):
    with open(work + "/read.sql", "w") as out:
        out.write(TOTALS + "SELECT * FROM totals;\n")
    text = subprocess.run([ddl2c, "run", "--local", work + "/c.db", "--format=table",
                           work + "/read.sql"], capture_output=True, text=True, check=True).stdout
    lines = [line.replace("|", " ").split() for line in text.splitlines() if line[0] == "|"]
    return sorted(" ".join(line) for line in lines[1:])


def main():
    ddl2c = sys.argv[1]
    kills, rows = int(os.environ.get("KILLS", 10)), int(os.environ.get("ROWS", 150000))
    seed = int(os.environ.get("SEED", random.randrange(1 << 30)))
    with tempfile.TemporaryDirectory() as work:
        with open(work + "/totals.sql", "w") as out:
            out.write(PIPELINE)
        subprocess.run([ddl2c, "build", work + "/totals.sql", "-o", work + "/totals"], check=True)
        want = model(write_changes(work + "/pay", rows, seed))
        command = [work + "/totals", "--local", work + "/c.db", "--input", "pay=" + work + "/pay",
                   "--commit-interval", "20ms"]
        unfinished = 0
        for _ in range(kills):
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0.02, 0.4))
            process.send_signal(signal.SIGKILL)
            unfinished += process.wait() == -signal.SIGKILL
        subprocess.run(command, check=True, timeout=300)
        got = table_of(ddl2c, work)
    if got != want:
        different = sorted(set(got) ^ set(want))
        print("crash_state: seed %d: %d lines differ, as" % (seed, len(different)), different[:4])
        sys.exit(1)
    print("crash_state: %d groups as the model has them through %d kills" % (len(want), unfinished))


main()
