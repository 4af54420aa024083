#!/usr/bin/env python3
"""crash_files.py DDL2C: files that a pipeline writes and reads hold each row once, whatever kills it.

A generator's rows go to a folder of CSV files and one of Avro files, and from each to a folder of JSON files.
Both pipelines are killed with SIGKILL at any moment, again and again, until they end. KILLS, ROWS, SEED change
the numbers.
"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

FOLDERS = """CREATE TABLE folder (id INT, name STRING) WITH ('connector' = 'filesystem',
    'path' = '%s/csv', 'format' = 'csv', 'sink.rolling-policy.file-size' = '20 kb');
CREATE TABLE packed (id INT, name STRING) WITH ('connector' = 'filesystem',
    'path' = '%s/avro', 'format' = 'avro', 'sink.rolling-policy.file-size' = '20 kb');
"""
WRITE = """CREATE TABLE made (id INT, name STRING) WITH ('connector' = 'datagen',
    'rows-per-second' = '%d', 'fields.name.length' = '12',
    'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '%d');
""" + FOLDERS + """EXECUTE STATEMENT SET BEGIN
INSERT INTO folder SELECT * FROM made;
INSERT INTO packed SELECT * FROM made;
END;
"""
COPY = FOLDERS + """CREATE TABLE copied (id INT, name STRING) WITH ('connector' = 'filesystem',
    'path' = 'file://%s/json', 'format' = 'json', 'sink.rolling-policy.file-size' = '30 kb');
CREATE TABLE unpacked WITH ('path' = '%s/unpacked') LIKE copied;
EXECUTE STATEMENT SET BEGIN
INSERT INTO copied SELECT id, UPPER(name) FROM folder;
INSERT INTO unpacked SELECT id, UPPER(name) FROM packed;
END;
"""


def build(ddl2c, folder, name, sql):
    script = os.path.join(folder, name + ".sql")
    with open(script, "w") as out:
        out.write(sql)
    subprocess.run([ddl2c, "build", script, "-o", os.path.join(folder, name)], check=True)
    return [os.path.join(folder, name), "--local", os.path.join(folder, name + ".db"), "--seed", "5"]


def run_with_kills(command, kills, chance, longest):
    """Starts the pipeline until it ends by itself; returns how often it was killed."""
    done = 0
    while True:
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        if done < kills:
            time.sleep(chance.random() * longest)
            process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        if process.returncode == 0:
            return done
        if process.returncode != -signal.SIGKILL:
            sys.exit(f"{command[0]}: status {process.returncode}\n{errors}")
        done += 1


def read_folder(path):
    lines, names = [], os.listdir(path)
    for name in names:
        if not name.startswith("part-"):
            sys.exit(f"{path}: '{name}' is left")
        with open(os.path.join(path, name), "rb") as data:
            lines += data.read().splitlines()
    return lines, len(names)


def compare(what, got, expected):
    if got == expected:
        return
    twice = sorted({row for row in got if got.count(row) > 1})[:5]
    sys.exit(f"{what}: {len(got)} rows, not {len(expected)}; missing "
             f"{sorted(set(expected) - set(got))[:5]}, twice {twice}")


def main():
    rows, kills = int(os.environ.get("ROWS", "20000")), int(os.environ.get("KILLS", "12"))
    chance = random.Random(int(os.environ.get("SEED", time.time_ns())))
    with tempfile.TemporaryDirectory() as folder:
        write = build(sys.argv[1], folder, "write", WRITE % (rows // 2, rows, folder, folder))
        killed = run_with_kills(write, kills, chance, 0.4)
        lines, files = read_folder(os.path.join(folder, "csv"))
        made = sorted(tuple(line.decode().split(",")) for line in lines)
        compare("written", [row[0] for row in made], sorted(str(i + 1) for i in range(rows)))
        packed = read_folder(os.path.join(folder, "avro"))[1]
        if files < 3 or packed < 3:
            sys.exit(f"{files} and {packed} files: none was finished by its size")
        copy = build(sys.argv[1], folder, "copy", COPY % ((folder,) * 4))
        killed += run_with_kills(copy, kills, chance, 0.05)
        for name in ("json", "unpacked"):
            lines, _ = read_folder(os.path.join(folder, name))
            copied = sorted((str(row["id"]), row["name"].lower()) for row in map(json.loads, lines))
            compare(name, copied, made)
        # What is done stays done.
        subprocess.run(write, check=True)
        subprocess.run(copy, check=True)
        compare_count("again", len(read_folder(os.path.join(folder, "csv"))[0]), rows)
        compare_count("again, Avro", read_folder(os.path.join(folder, "avro"))[1], packed)
    print(f"{killed} kills, {files} files, {packed} of Avro")


def compare_count(what, got, expected):
    if got != expected:
        sys.exit(f"{what}: {got}, not {expected}")


if __name__ == "__main__":
    main()
