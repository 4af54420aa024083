"""Options of tables reach their target: the topic, the consumer, the producer.

Topic configs are read by Kafka's admin client, codecs from the stored batches, the transaction's
timeout by Kafka's own tool; records come from an independent producer.
"""

import json

from confluent_kafka import Consumer, TopicPartition
from confluent_kafka.admin import ConfigResource

from harness import (BROKERS, WAIT, admin, build, check, create_topic, ddl2c, environment_flags,
                     java, main, partition_count, produce, producer, read_topic, run, start, stop,
                     unique, wait_for)
from batches import codecs_of


def configs_of(topic):
    resource = ConfigResource(ConfigResource.Type.TOPIC, topic)
    client = admin()  # Held: its futures end with it.
    entries = client.describe_configs([resource])[resource].result(WAIT)
    return {name: entry.value for name, entry in entries.items()}


def raw_table(name, more="", column="v STRING"):
    return (f"CREATE TABLE `{name}` ({column}) DISTRIBUTED INTO 1 BUCKETS"
            f" WITH ('value.format' = 'raw'{more});\n")


def select(sql, query):
    """Rows of a query that ends: the values of its first column."""
    done = ddl2c("run", *environment_flags(), "--format", "json", "-e", f"{sql}; {query}")
    check(done.returncode == 0, f"ddl2c run: {done.stderr}")
    return [next(iter(json.loads(line).values())) for line in done.stdout.splitlines()]


def fill(table, sql, rows=1):
    """Runs a pipeline that writes `rows` rows of one letter into the table."""
    values = ", ".join(["('" + "a" * 200 + "')"] * rows)
    return run(build(sql + f"INSERT INTO `{table}` VALUES {values};"), "--name", unique("fill"))


# ---- the topic ----


def topic_options_are_configs_of_the_topic():
    cases = [
        ({}, {"cleanup.policy": "delete", "retention.ms": "604800000", "retention.bytes": "-1",
              "max.message.bytes": "2097164", "compression.type": "producer",
              "message.timestamp.type": "CreateTime"}),
        ({"kafka.cleanup-policy": "compact", "kafka.compaction.time": "3 days"},
         {"cleanup.policy": "compact", "min.compaction.lag.ms": "259200000"}),
        ({"kafka.cleanup-policy": "delete-compact", "kafka.compaction.time": "0"},
         {"cleanup.policy": "compact,delete", "min.compaction.lag.ms": "0"}),
        ({"kafka.retention.time": "0", "kafka.retention.size": "0"},
         {"retention.ms": "-1", "retention.bytes": "-1"}),
        ({"kafka.retention.time": "2 day", "kafka.retention.size": "50 GB"},
         {"retention.ms": "172800000", "retention.bytes": "53687091200"}),
        ({"kafka.max-message-size": "5 MB", "kafka.message-timestamp-type": "LogAppendTime"},
         {"max.message.bytes": "5242880", "message.timestamp.type": "LogAppendTime"}),
        ({"kafka.producer.compression.type": "ZSTD"}, {"compression.type": "zstd"}),
        ({"kafka.producer.compression.type": "none"}, {"compression.type": "uncompressed"}),
        ({"kafka.replication-factor": "1"}, {}),
    ]
    names = [unique(f"opt_topic{i}") for i in range(len(cases))]
    sql = "".join(
        f"CREATE TABLE `{name}` (k INT PRIMARY KEY NOT ENFORCED, v STRING) DISTRIBUTED BY (k) INTO"
        f" {i + 1} BUCKETS WITH ('changelog.mode' = 'append'"
        + "".join(f", '{key}' = '{value}'" for key, value in options.items()) + ");\n"
        for i, (name, (options, _)) in enumerate(zip(names, cases)))
    sql += "EXECUTE STATEMENT SET BEGIN\n" + "".join(
        f"INSERT INTO `{name}` VALUES (1, 'a');\n" for name in names) + "END;"
    done = run(build(sql, "topics"), "--name", unique("topics"))
    check(done.returncode == 0, done.stderr)
    for i, (name, (_, wanted)) in enumerate(zip(names, cases)):
        found = configs_of(name)
        for key, value in wanted.items():
            check(found[key] == value, f"case {i}: {key} is {found[key]}, not {value}")
        check(partition_count(name) == i + 1, f"case {i}: partitions")


def more_replicas_than_brokers_are_refused():
    name = unique("opt_replicas")
    done = fill(name, raw_table(name, ", 'kafka.replication-factor' = '3'"))
    check(done.returncode == 3 and "INVALID_REPLICATION_FACTOR" in done.stderr
          and f"table {name}" in done.stderr, f"exit {done.returncode}: {done.stderr}")


# ---- the consumer ----


def transaction(topic, values, commit=True):
    client = producer(transactional_id=unique(topic))
    client.init_transactions(WAIT)
    client.begin_transaction()
    for value in values:
        client.produce(topic, value=value, partition=0)
    check(client.flush(WAIT) == 0, "delivered")
    if commit is not None:
        client.commit_transaction(WAIT) if commit else client.abort_transaction(WAIT)
    return client  # Held by the caller: an open transaction ends with its producer.


def isolation_is_of_the_table():
    topic = unique("opt_isolation")
    create_topic(topic)
    transaction(topic, ["committed"])
    transaction(topic, ["aborted"], commit=False)
    held = transaction(topic, ["open"], commit=None)
    bounded = ", 'scan.bounded.mode' = 'latest-offset'"
    dirty = ", 'kafka.consumer.isolation-level' = 'read-uncommitted'"
    everything = ["aborted", "committed", "open"]
    check(select(raw_table(topic, bounded), f"SELECT * FROM `{topic}`") == ["committed"],
          "read-committed is the default")
    check(sorted(select(raw_table(topic, bounded + dirty), f"SELECT * FROM `{topic}`"))
          == everything, "read-uncommitted as an option")
    hint = "/*+ OPTIONS('kafka.consumer.isolation-level' = 'read_uncommitted') */"
    check(sorted(select(raw_table(topic, bounded), f"SELECT * FROM `{topic}` {hint}"))
          == everything, "read-uncommitted as a hint")
    # Both in one job: the same partition, read twice.
    rows = select(raw_table(topic, bounded), f"SELECT v FROM `{topic}` UNION ALL "
                  f"SELECT v || '!' FROM `{topic}` {hint}")
    check(sorted(rows) == ["aborted!", "committed", "committed!", "open!"], f"both: {rows}")
    held.abort_transaction(WAIT)


def numbered(name, partitions=1):
    """A topic of ten records a partition, a second apart from 1000 on; and its table's options."""
    topic = unique(name)
    create_topic(topic, partitions)
    for partition in range(partitions):
        produce(topic, [{"value": f"{partition}-{i}", "timestamp": 1000 * (i + 1)}
                        for i in range(10)], partition)
    return topic


def rows_from(topic, *options):
    text = "".join(f", '{key}' = '{value}'" for key, value in options)
    return sorted(select(raw_table(topic, text), f"SELECT * FROM `{topic}`"))


def startup_and_bounded_modes():
    topic = numbered("opt_modes", 2)
    every = [f"{p}-{i}" for p in range(2) for i in range(10)]
    latest = ("scan.bounded.mode", "latest-offset")
    start_mode, end_mode = "scan.startup.mode", "scan.bounded.mode"

    check(rows_from(topic, latest) == every, "earliest is the default")
    check(rows_from(topic, latest, (start_mode, "earliest-offset")) == every, "earliest")
    check(rows_from(topic, latest, (start_mode, "latest-offset")) == [], "latest to latest")
    check(rows_from(topic, latest, (start_mode, "timestamp"), (
        "scan.startup.timestamp-millis", "8001")) == ["0-8", "0-9", "1-8", "1-9"],
        "from the first record at or after a time")
    check(rows_from(topic, latest, (start_mode, "timestamp"), (
        "scan.startup.timestamp-millis", "10001")) == [], "from behind the last time")
    check(rows_from(topic, latest, (start_mode, "specific-offsets"), (
        "scan.startup.specific-offsets", "partition:0,offset:7; partition:1,offset:10"))
        == ["0-7", "0-8", "0-9"], "from offsets")
    check(rows_from(topic, latest, (start_mode, "specific-offsets"), (
        "scan.startup.specific-offsets", "partition:1,offset:9")) == every[:10] + ["1-9"],
        "a partition without an offset: from its start")
    check(rows_from(topic, (end_mode, "timestamp"), ("scan.bounded.timestamp-millis", "2001"))
          == ["0-0", "0-1", "1-0", "1-1"], "to a time")
    check(rows_from(topic, (end_mode, "timestamp"), ("scan.bounded.timestamp-millis", "0"))
          == [], "to a time before all")
    check(rows_from(topic, (end_mode, "specific-offsets"), (
        "scan.bounded.specific-offsets", "partition:0,offset:0;partition:1,offset:2"))
        == ["1-0", "1-1"], "to offsets")


def groups_are_started_and_ended_at():
    topic, group = numbered("opt_group"), unique("opt_group")
    consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": group})
    consumer.commit(offsets=[TopicPartition(topic, 0, 6)], asynchronous=False)
    latest = ", 'scan.bounded.mode' = 'latest-offset'"
    hint = (f"OPTIONS('scan.startup.mode' = 'group-offsets', 'properties.group.id' = '{group}')")
    check(select(raw_table(topic, latest), f"SELECT * FROM `{topic}` /*+ {hint} */")
          == ["0-6", "0-7", "0-8", "0-9"], "from the group's offset")
    check(select(raw_table(topic, latest), f"SELECT /*+ {hint} */ * FROM `{topic}`")
          == ["0-6", "0-7", "0-8", "0-9"], "a hint behind SELECT")
    committed = consumer.committed([TopicPartition(topic, 0)], WAIT)[0].offset
    check(committed == 6, f"a foreground query moves no group: {committed}")
    ended = hint.replace("startup", "bounded")
    check(select(raw_table(topic), f"SELECT * FROM `{topic}` /*+ {ended} */")
          == [f"0-{i}" for i in range(6)], "to the group's offset")
    consumer.close()
    other = hint.replace(group, unique("opt_nobody"))
    done = ddl2c("run", *environment_flags(), "-e",
                 raw_table(topic, latest) + f"SELECT * FROM `{topic}` /*+ {other} */")
    check(done.returncode == 0 and done.stdout.count("+I[") == 10
          and "has no committed offset" in done.stderr, f"{done.stdout}{done.stderr}")


def settings_of_scans():
    topic = numbered("opt_settings")
    settings = ("SET 'sql.tables.scan.bounded.mode' = 'timestamp';"
                " SET 'sql.tables.scan.bounded.timestamp-millis' = '5000';"
                " SET 'sql.tables.scan.startup.mode' = 'timestamp';"
                " SET 'sql.tables.scan.startup.timestamp-millis' = '3000'; ")
    check(select(settings + raw_table(topic), f"SELECT * FROM `{topic}`") == ["0-2", "0-3"],
          "settings override tables")
    hint = "/*+ OPTIONS('scan.startup.mode' = 'earliest-offset') */"
    check(select(settings + raw_table(topic), f"SELECT * FROM `{topic}` {hint}")
          == [f"0-{i}" for i in range(4)], "a hint overrides settings")


# ---- the producer ----


def compression_is_of_the_topic():
    topics = {codec: unique(f"opt_{codec}") for codec in ("gzip", "snappy", "lz4", "zstd", "none")}
    for topic in topics.values():
        create_topic(topic, compression_type="producer")  # The broker keeps what it gets.
    sql = "".join(raw_table(topic, f", 'kafka.producer.compression.type' = '{codec}'")
                  for codec, topic in topics.items())
    values = ", ".join(["('" + "a" * 500 + "')"] * 20)
    sql += "EXECUTE STATEMENT SET BEGIN\n" + "".join(
        f"INSERT INTO `{topic}` VALUES {values};\n" for topic in topics.values()) + "END;"
    done = run(build(sql, "codecs"), "--name", unique("codecs"))
    check(done.returncode == 0, done.stderr)
    for codec, topic in topics.items():
        check(codecs_of(topic) == {codec}, f"{codec}: {codecs_of(topic)}")
        check(len(read_topic(topic)) == 20, f"{codec}: readable")
    plain = unique("opt_plain")
    create_topic(plain, compression_type="producer")
    done = run(build(raw_table(plain) + f"INSERT INTO `{plain}` VALUES {values};"),
               "--name", unique("plain"), "-X", "compression.codec=lz4")
    check(done.returncode == 0 and codecs_of(plain) == {"lz4"}, "-X where no table says")


def transaction_timeout_is_the_producers():
    source, sinks = unique("opt_txn_in"), [unique("opt_txn_a"), unique("opt_txn_b")]
    create_topic(source)
    timeout = ", 'kafka.producer.transaction.timeout.ms' = '%d'"
    sql = raw_table(source) + raw_table(sinks[0], timeout % 45000)
    sql += raw_table(sinks[1], timeout % 33000)
    sql += "EXECUTE STATEMENT SET BEGIN\n" + "".join(
        f"INSERT INTO `{sink}` SELECT * FROM `{source}`;\n" for sink in sinks) + "END;"
    name = unique("opt_txn")
    process = start(build(sql, "timeouts"), "--name", name)
    produce(source, ["x"])
    wait_for(lambda: partition_count(sinks[1]) and read_topic(sinks[1]), "a first commit")
    text = java("org.apache.kafka.tools.TransactionsCommand", "--bootstrap-server", BROKERS,
                "describe", "--transactional-id", name)
    stop(process)
    head, row = [line.split("\t") for line in text.splitlines() if line.strip()][:2]
    found = dict(zip([cell.strip() for cell in head], [cell.strip() for cell in row]))
    check(found.get("TransactionTimeoutMs") == "45000", f"the longest of the sinks: {found}")
    most = raw_table(sinks[0], timeout % 2147483647)
    done = fill(sinks[0], most)
    check(done.returncode != 0 and "transaction.timeout.ms = 2147483647" in done.stderr,
          done.stderr)


def bounded_ends_where_topics_end():
    """--bounded: of `run`, and of a pipeline, which goes on from there when it starts again."""
    source, sink = unique("bounded_in"), unique("bounded_out")
    create_topic(source)
    produce(source, [(None, b"a"), (None, b"b")])
    sql = raw_table(source) + raw_table(sink)
    done = ddl2c("run", *environment_flags(), "--bounded", "-e",
                 f"{sql} SELECT v FROM `{source}`")
    check(done.returncode == 0 and done.stdout.splitlines() == ["+I[a]", "+I[b]"],
          done.stdout + done.stderr)
    binary, name = build(sql + f"INSERT INTO `{sink}` SELECT v FROM `{source}`;"), unique("name")
    run(binary, "--name", name, "--bounded")
    produce(source, [(None, b"c")])
    run(binary, "--name", name, "--bounded")
    check([r.value() for r in read_topic(sink)] == [b"a", b"b", b"c"], "each record once")
    done = ddl2c("run", *environment_flags(), "--bounded", "--follow", "-e", "SELECT 1")
    check(done.returncode == 2 and "contradict" in done.stderr, done.stderr)


main([
    bounded_ends_where_topics_end,
    topic_options_are_configs_of_the_topic,
    more_replicas_than_brokers_are_refused,
    isolation_is_of_the_table,
    startup_and_bounded_modes,
    groups_are_started_and_ended_at,
    settings_of_scans,
    compression_is_of_the_topic,
    transaction_timeout_is_the_producers,
])
