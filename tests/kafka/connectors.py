"""Tables with the connectors kafka and upsert-kafka as users of Flink write them.

An independent client reads what a pipeline wrote: keys, values, tombstones, partitions, group offsets.
The brokers come from 'properties.bootstrap.servers': no flag names them.
"""

import json
import os
import signal
import tempfile

from confluent_kafka import Consumer, TopicPartition
from confluent_kafka.admin import NewPartitions

from harness import (BROKERS, WAIT, admin, build, check, create_topic, ddl2c, main,
                     partition_count, produce, read_topic, run, start, stop, unique, wait_for)


def table(name, connector, topic, columns, more):
    return (f"CREATE TABLE {name} ({columns}) WITH ('connector' = '{connector}', 'topic' = '{topic}',"
            f" 'properties.bootstrap.servers' = '{BROKERS}', {more});\n")


def select(sql):
    done = ddl2c("run", "--format", "json", "-e", sql)
    check(done.returncode == 0, f"ddl2c run: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def written(topic, count):
    """The records of a topic, as soon as the markers of the transaction that wrote them are there."""
    records = []

    def all_there():
        records[:] = read_topic(topic)
        return len(records) >= count

    wait_for(all_there, f"{count} records in {topic}")
    return records


def kafka_writes_and_reads_json():
    topic = unique("conn-json")
    create_topic(topic, 3)
    sql = table("t", "kafka", topic, "id INT, name STRING, p INT METADATA FROM 'partition' VIRTUAL",
                "'format' = 'json', 'key.format' = 'raw', 'key.fields' = 'name',"
                " 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset',"
                " 'properties.fetch.max.wait.ms' = '50'")
    done = run(build(sql + "INSERT INTO t VALUES (1, 'Ann'), (2, 'Bo'), (3, 'Ann');"), "--name", topic, env_flags=[])
    check(done.returncode == 0, done.stderr)
    records = written(topic, 3)
    got = [(record.key().decode(), json.loads(record.value())) for record in records]
    expected = [("Ann", {"id": 1, "name": "Ann"}), ("Ann", {"id": 3, "name": "Ann"}),
                ("Bo", {"id": 2, "name": "Bo"})]
    check(sorted(got, key=repr) == expected, f"wrote {got}")
    rows = select(sql + "SELECT id, name, p FROM t")
    check(sorted((row["id"], row["p"]) for row in rows) ==
          sorted((json.loads(r.value())["id"], r.partition()) for r in records), f"read {rows}")
    check(len({r.partition() for r in records if r.key() == b"Ann"}) == 1, "a key, two partitions")


def fixed_writes_one_partition():
    topic = unique("conn-fixed")
    create_topic(topic, 3)
    sql = table("t", "kafka", topic, "v STRING", "'format' = 'raw', 'sink.partitioner' = 'fixed'")
    values = ", ".join(f"('{i}')" for i in range(30))
    done = run(build(sql + f"INSERT INTO t VALUES {values};"), "--name", topic,
               env_flags=[])
    check(done.returncode == 0, done.stderr)
    got = [record.partition() for record in written(topic, 30)]
    check(got == [0] * 30, f"partitions {got}")


def upsert_kafka_writes_tombstones():
    source, topic = unique("conn-changes"), unique("conn-upsert")
    create_topic(source, 1)
    create_topic(topic, 1)
    produce(source, [json.dumps({"k": k, "on": on}).encode()
                     for k, on in [("a", True), ("b", True), ("a", False)]])
    sql = table("c", "kafka", source, "k STRING, `on` BOOLEAN", "'format' = 'json',"
                " 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset'")
    sql += table("u", "upsert-kafka", topic, "k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED",
                 "'key.format' = 'json', 'value.format' = 'json',"
                 " 'scan.bounded.mode' = 'latest-offset'")
    done = run(build(sql + "INSERT INTO u SELECT k, COUNT(*) FROM c GROUP BY k"
                     " HAVING COUNT(*) < 2;"), "--name", topic, env_flags=[])
    check(done.returncode == 0, done.stderr)
    got = [(json.loads(r.key()), r.value() and json.loads(r.value())) for r in written(topic, 3)]
    last = {key["k"]: value for key, value in got}
    check(last == {"a": None, "b": {"k": "b", "n": 1}}, f"wrote {got}")
    rows = select(sql + "SELECT * FROM u")
    alive = {}
    for row in rows:
        if row.get("$op", "+I") in ("+I", "+U"):
            alive[row["k"]] = row["n"]
        else:
            alive.pop(row["k"], None)
    check(alive == {"b": 1}, f"read {rows}")


def groups_start_where_they_were():
    topic, group = unique("conn-group"), unique("conn-g")
    create_topic(topic, 1)
    produce(topic, [b"1", b"2", b"3"])
    consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": group})
    consumer.commit(offsets=[TopicPartition(topic, 0, 2)], asynchronous=False)
    consumer.close()
    rows = select(table("t", "kafka", topic, "v STRING", f"'format' = 'raw',"
                        f" 'properties.group.id' = '{group}', 'scan.bounded.mode' = 'latest-offset'")
                  + "SELECT v FROM t")
    check([row["v"] for row in rows] == ["3"], f"read {rows}")
    rows = select(table("t", "kafka", topic, "v STRING", "'format' = 'raw',"
                        f" 'properties.group.id' = '{group}-new', 'scan.bounded.mode' ="
                        " 'latest-offset', 'properties.auto.offset.reset' = 'latest'")
                  + "SELECT v FROM t")
    check(rows == [], f"read {rows}")


def csv_is_text():
    topic = unique("conn-csv")
    create_topic(topic, 1)
    sql = table("t", "kafka", topic, "i INT, s STRING", "'format' = 'csv',"
                " 'csv.field-delimiter' = ';', 'scan.startup.mode' = 'earliest-offset',"
                " 'scan.bounded.mode' = 'latest-offset'")
    done = run(build(sql + "INSERT INTO t VALUES (1, 'a;b'), (2, 'c');"), "--name", topic, env_flags=[])
    check(done.returncode == 0, done.stderr)
    got = [record.value() for record in written(topic, 2)]
    check(got == [b"1;\"a;b\"", b"2;c"], f"wrote {got}")
    check([row["s"] for row in select(sql + "SELECT * FROM t")] == ["a;b", "c"], "other rows")


def grow(topic, partitions):
    client = admin()
    client.create_partitions([NewPartitions(topic, partitions)])[topic].result(WAIT)
    wait_for(lambda: partition_count(topic) == partitions, f"{partitions} partitions of {topic}")


def has_committed(group, topic, partition):
    consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": group})
    place = consumer.committed([TopicPartition(topic, partition)], timeout=WAIT)[0]
    consumer.close()
    return place.offset >= 0


def values(topic):
    return sorted(record.value().decode() for record in read_topic(topic))


def discovery(source, first, sink, more, new_topic):
    """What comes while a pipeline runs, or is down, is read from its start; each record once."""
    produce(first, [b"before"])
    sql = source + table("t", "kafka", sink, "v STRING", "'format' = 'raw'")
    binary = build(sql + "INSERT INTO t SELECT v FROM s;")
    pipeline = start(binary, "--name", sink, env_flags=[])
    wait_for(lambda: has_committed(sink, first, 0), "the pipeline's first commit")
    grow(first, 3)
    produce(first, [b"p2-a", b"p2-b"], 2)
    produce(first, [b"p0"])
    expected = ["p0", "p2-a", "p2-b"]
    if more:
        create_topic(new_topic, 2)
        produce(new_topic, [b"n1"], 1)
        expected.append("n1")
    wait_for(lambda: len(values(sink)) >= len(expected), "records of new partitions")
    stop(pipeline, signal.SIGKILL)
    grow(first, 4)
    produce(first, [b"p3"], 3)
    produce(first, [b"p1"], 1)
    expected += ["p1", "p3"]
    pipeline = start(binary, "--name", sink, env_flags=[])
    wait_for(lambda: len(values(sink)) >= len(expected), "records of all partitions")
    produce(first, [b"last"], 3)
    expected.append("last")
    wait_for(lambda: len(values(sink)) >= len(expected), "the last record")
    check(stop(pipeline) == 0, "stops")
    check(values(sink) == sorted(expected), f"{values(sink)} for {sorted(expected)}")


def new_partitions_are_found():
    first, sink = unique("conn-grows"), unique("conn-grown")
    create_topic(first)
    create_topic(sink)
    discovery(table("s", "kafka", first, "v STRING", "'format' = 'raw', 'scan.startup.mode' ="
                    " 'latest-offset', 'scan.topic-partition-discovery.interval' = '100 ms'"),
              first, sink, False, None)


def new_topics_of_a_pattern_are_found():
    stem, sink = unique("conn-fits"), unique("conn-found")
    create_topic(f"{stem}-1")
    create_topic(sink)
    source = table("s", "kafka", "", "v STRING", "'format' = 'raw', 'scan.startup.mode' ="
                   f" 'latest-offset', 'topic-pattern' = '{stem}-[0-9]',"
                   " 'scan.topic-partition-discovery.interval' = '100 ms'")
    discovery(source.replace(" 'topic' = '',", ""), f"{stem}-1", sink, True, f"{stem}-2")


def new_files_are_found():
    """Files that come while a pipeline runs, or is down, are read; each once."""
    sink = unique("conn-files")
    create_topic(sink)
    with tempfile.TemporaryDirectory() as folder:
        def put(name, text):
            with open(os.path.join(folder, "." + name), "w", encoding="utf-8") as file:
                file.write(text)
            os.rename(os.path.join(folder, "." + name), os.path.join(folder, name))

        put("b.txt", "b1\nb2\n")
        sql = (f"CREATE TABLE s (v STRING) WITH ('connector' = 'filesystem', 'path' = '{folder}',"
               " 'format' = 'raw', 'source.monitor-interval' = '50 ms');\n")
        sql += table("t", "kafka", sink, "v STRING", "'format' = 'raw'")
        binary = build(sql + "INSERT INTO t SELECT v FROM s;")
        pipeline = start(binary, "--name", sink, env_flags=[])
        wait_for(lambda: len(values(sink)) >= 2, "the first file")
        put("a.txt", "a1\n")
        put("c.txt", "c1\n")
        wait_for(lambda: len(values(sink)) >= 4, "files that come later")
        stop(pipeline, signal.SIGKILL)
        put("d.txt", "d1\n")
        pipeline = start(binary, "--name", sink, env_flags=[])
        wait_for(lambda: len(values(sink)) >= 5, "a file that came meanwhile")
        put("e.txt", "e1\n")
        wait_for(lambda: len(values(sink)) >= 6, "the last file")
        check(stop(pipeline) == 0, "stops")
        check(values(sink) == ["a1", "b1", "b2", "c1", "d1", "e1"], f"{values(sink)}")
        put("f.txt", "f1\n")
        done = run(binary, "--name", sink, "--bounded", env_flags=[])
        check(done.returncode == 0 and values(sink)[-1] == "f1", done.stderr)


def topics_of_a_list_keep_their_places():
    """Offsets of the topics are apart, in the state and in the group."""
    one, two, sink = unique("conn-one"), unique("conn-two"), unique("conn-both")
    for topic in (one, two, sink):
        create_topic(topic)
    produce(one, [b"a", b"b", b"c"])
    produce(two, [b"x"])
    sql = table("s", "kafka", f"{one};{two}", "v STRING, t STRING METADATA FROM 'topic' VIRTUAL",
                "'format' = 'raw', 'scan.startup.mode' = 'earliest-offset'")
    sql += table("k", "kafka", sink, "v STRING", "'format' = 'raw'")
    binary = build(sql + "INSERT INTO k SELECT v || ' ' || t FROM s;")
    for more in ((), (b"d",), ()):
        produce(one, more)
        produce(two, more)
        done = run(binary, "--name", sink, "--bounded", env_flags=[])
        check(done.returncode == 0, done.stderr)
    expected = [f"{v} {one}" for v in "abcd"] + [f"{v} {two}" for v in "xd"]
    check(values(sink) == sorted(expected), f"{values(sink)}")
    consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": sink})
    places = consumer.committed([TopicPartition(one, 0), TopicPartition(two, 0)], timeout=WAIT)
    consumer.close()
    check([place.offset for place in places] == [4, 2], f"{places}")


def brokers_of_tables_must_agree():
    sql = table("a", "kafka", "a", "v STRING", "'format' = 'raw'")
    sql += sql.replace("TABLE a", "TABLE b").replace(BROKERS, "other:9092")
    done = ddl2c("run", "-e", sql)
    check(done.returncode == 2 and "give --brokers" in done.stderr, done.stderr)


main([
    kafka_writes_and_reads_json,
    fixed_writes_one_partition,
    upsert_kafka_writes_tombstones,
    groups_start_where_they_were,
    csv_is_text,
    new_partitions_are_found,
    new_topics_of_a_pattern_are_found,
    new_files_are_found,
    topics_of_a_list_keep_their_places,
    brokers_of_tables_must_agree,
])
