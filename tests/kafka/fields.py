"""Public failures of systems like ours, as black-box cases (KFK-…, REG-…, CLI-…, CHG-…).

Each function names the case it covers and says what went wrong elsewhere.
"""

import json
import os
import re
import signal
import urllib.request

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import (AclBinding, AclOperation, AclPermissionType, ResourcePatternType,
                                   ResourceType)

from harness import (BROKERS, REGISTRY, Broker, admin, build, check, create_topic, ddl2c, decode,
                     delete_topic, encode, environment_flags, log_of, main, producer, produce,
                     read_topic, register, registry, run, start, stop, unique, wait_for)

FAULTS = os.environ["DDL2C_TEST_REGISTRY_FAULTS"]
RAW = "DISTRIBUTED INTO 1 BUCKETS WITH ('value.format' = 'raw'"
BOUNDED = "'scan.bounded.mode' = 'latest-offset'"


def copy_pipeline(name, source, sink, options="", source_type="STRING"):
    return build(f"""
        CREATE TABLE `{source}` (v {source_type}) {RAW}, {BOUNDED} {options});
        CREATE TABLE `{sink}` (v {source_type}) {RAW});
        INSERT INTO `{sink}` SELECT v FROM `{source}`;
    """, name)


def transaction(topic, values, commit=True, name="txn"):
    client = Producer({"bootstrap.servers": BROKERS, "transactional.id": unique(name),
                       "queue.buffering.max.messages": 2_000_000, "linger.ms": 20})
    client.init_transactions(30)
    client.begin_transaction()
    for value in values:
        client.produce(topic, value=value, partition=0)
        client.poll(0)
    if commit:
        client.commit_transaction(60)
    else:
        client.flush(60)
        client.abort_transaction(60)


def kfk_01_bounded_ends_at_a_commit_marker():
    source, sink = unique("kfk01_in"), unique("kfk01_out")
    create_topic(source)
    transaction(source, [b"row %d" % n for n in range(100)])
    done = run(copy_pipeline("kfk01", source, sink), "--name", unique("kfk01"), timeout=60)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    check(len(read_topic(sink)) == 100, "100 rows")


def kfk_02_aborted_transactions_stay_invisible():
    source, sink = unique("kfk02_in"), unique("kfk02_out")
    create_topic(source)
    transaction(source, [], commit=False, name="a")
    transaction(source, [b"b1", b"b2"], commit=False, name="b")
    transaction(source, [b"c1", b"c2"], name="c")
    done = run(copy_pipeline("kfk02", source, sink), "--name", unique("kfk02"), timeout=60)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    values = [record.value() for record in read_topic(sink)]
    check(values == [b"c1", b"c2"], f"only the committed rows, not {values}")


def kfk_03_a_long_run_of_aborted_records():
    source, sink = unique("kfk03_in"), unique("kfk03_out")
    create_topic(source)
    transaction(source, (b"x" * 100 for _ in range(300_000)), commit=False)
    transaction(source, [b"the one"], name="last")
    done = run(copy_pipeline("kfk03", source, sink), "--name", unique("kfk03"), timeout=120)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    values = [record.value() for record in read_topic(sink)]
    check(values == [b"the one"], f"the committed row, not {values}")


def kfk_05_transaction_timeout_above_the_brokers():
    source, sink = unique("kfk05_in"), unique("kfk05_out")
    create_topic(source)
    produce(source, [b"a"])
    done = run(copy_pipeline("kfk05", source, sink), "--name", unique("kfk05"),
               "-X", "transaction.timeout.ms=3000000", timeout=60)
    check(done.returncode in (2, 3), f"exit {done.returncode}:\n{done.stderr}")
    for part in ("transaction.timeout.ms", "3000000", "transaction.max.timeout.ms", "900000"):
        check(part in done.stderr, f"the message names {part}:\n{done.stderr}")


def kfk_07_one_record_too_large():
    source, sink = unique("kfk07_in"), unique("kfk07_out")
    create_topic(source)
    create_topic(sink, max_message_bytes=2000)
    produce(source, [os.urandom(2500).hex().encode(), b"small one", b"small two"])
    binary = copy_pipeline("kfk07", source, sink)
    done = run(binary, "--name", unique("kfk07"), timeout=60)
    check(done.returncode == 3, f"exit {done.returncode}:\n{done.stderr}")
    check(sink in done.stderr and "large" in done.stderr.lower(),
          f"topic and reason are named:\n{done.stderr}")
    check(read_topic(sink) == [], "nothing of the failed transaction is visible")


def kfk_09_headers_of_every_kind():
    source = unique("kfk09")
    create_topic(source)
    produce(source, [{"value": b"v", "headers": [("a", None), ("b", b"x"), ("b", b"y"),
                                                 ("", b"z")]}])
    script = (f"CREATE TABLE `{source}` (v STRING, "
              "h MAP<STRING NOT NULL, BYTES> METADATA FROM 'headers' VIRTUAL) "
              f"{RAW}, {BOUNDED}); SELECT h, v FROM `{source}`;")
    done = ddl2c("run", *environment_flags(), "-e", script)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    for part in ("a=NULL", "b=", "v]"):
        check(part in done.stdout, f"{part} in the row:\n{done.stdout}")


def kfk_11_topic_recreated_under_a_stored_position():
    source, sink = unique("kfk11_in"), unique("kfk11_out")
    create_topic(source)
    produce(source, [b"old %d" % n for n in range(100)])
    binary, name = copy_pipeline("kfk11", source, sink), unique("kfk11")
    done = run(binary, "--name", name, timeout=60)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    delete_topic(source)
    create_topic(source)
    produce(source, [b"new %d" % n for n in range(5)])
    done = run(binary, "--name", name, timeout=60)
    arrived = len(read_topic(sink))
    clear_error = done.returncode == 3 and source in done.stderr and "offset" in done.stderr
    warned = done.returncode == 0 and arrived == 105 and source in done.stderr
    check(clear_error or warned, f"an error or a warning, not silence: exit {done.returncode}, "
                                 f"{arrived} rows:\n{done.stderr}")


def kfk_15_the_brokers_reason_is_printed():
    """A user who may read and write topics but has no right to the transactional id."""
    broker = Broker(SECURE="1", EXTRA="super.users=User:ANONYMOUS\nauthorizer.class.name="
                    "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
    source, sink = unique("kfk15_in"), unique("kfk15_out")
    binary = copy_pipeline("kfk15", source, sink)
    broker.up()
    try:
        for topic in (source, sink):
            create_topic(topic, brokers=broker.address)
        produce(source, [b"a"], brokers=broker.address)
        client = admin(broker.address)
        rights = [AclBinding(kind, "*", ResourcePatternType.LITERAL, "User:alice", "*",
                             AclOperation.ALL, AclPermissionType.ALLOW)
                  for kind in (ResourceType.TOPIC, ResourceType.GROUP)]
        for result in client.create_acls(rights).values():
            result.result(30)
        done = run(binary, "--name", unique("kfk15"), timeout=90, env_flags=[
            "--brokers", f"127.0.0.1:{broker.port + 5}", "--registry", REGISTRY,
            "-X", "security.protocol=sasl_plaintext", "-X", "sasl.mechanism=PLAIN",
            "-X", "sasl.username=alice", "-X", "sasl.password=alice-secret"])
        check(done.returncode == 3, f"exit {done.returncode}:\n{done.stderr}")
        check("TRANSACTIONAL_ID_AUTHORIZATION_FAILED" in done.stderr,
              f"the broker's own name of the error:\n{done.stderr}")
    finally:
        broker.down(wipe=True)


POISON = ["007fffffff02", "010000000102", "000000", "7b7d", ""]
SCHEMA = {"type": "record", "name": "r",
          "fields": [{"name": "n", "type": ["null", "long"], "default": None}]}


def poison_topic(name):
    source, sink = unique(f"{name}_in"), unique(f"{name}_out")
    create_topic(source)
    number = register(f"{source}-value", SCHEMA)
    good = encode(number, SCHEMA, {"n": 7})
    produce(source, [bytes.fromhex(text) for text in POISON] + [good + b"\0", good[:-1], good])
    return source, sink


def poison_pipeline(name, source, sink, mode):
    return build(f"""
        CREATE TABLE `{source}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS
          WITH ({BOUNDED}, 'error-handling.mode' = '{mode}');
        CREATE TABLE `{sink}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS;
        INSERT INTO `{sink}` SELECT n FROM `{source}`;
    """, name)


def reg_05_poison_records_stop_with_their_place():
    source, sink = poison_topic("reg05")
    done = run(poison_pipeline("reg05", source, sink, "fail"), "--name", unique("reg05"))
    check(done.returncode == 4, f"exit {done.returncode}:\n{done.stderr}")
    for part in (source, "partition 0", "offset 0", "2147483647"):
        check(part in done.stderr, f"the message names {part}:\n{done.stderr}")


def reg_05_poison_records_can_be_ignored():
    source, sink = poison_topic("reg05i")
    done = run(poison_pipeline("reg05i", source, sink, "ignore"), "--name", unique("reg05i"))
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    rows = [decode(record.value()) for record in read_topic(sink)]
    check(rows == [{"n": 7}], f"the good record alone, not {rows}")


def reg_06_credentials_with_odd_characters():
    source, sink = poison_topic("reg06")
    binary = poison_pipeline("reg06", source, sink, "ignore")
    flags = ["--brokers", BROKERS, "--registry", FAULTS,
             "--registry-user", "james@example.com:a@b:c/d%e"]
    done = run(binary, "--name", unique("reg06"), env_flags=flags)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")


def proxy(method, path, body=None):
    request = urllib.request.Request(FAULTS.rstrip("/") + path, method=method,
                                     data=None if body is None else json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read() or b"null")


def fault_pipeline(name):
    """A good record, and flags that go through the proxy."""
    source, sink = unique(f"{name}_in"), unique(f"{name}_out")
    create_topic(source)
    number = register(f"{source}-value", SCHEMA)
    produce(source, [encode(number, SCHEMA, {"n": 1})])
    binary = poison_pipeline(name, source, sink, "fail")
    return source, sink, binary, ["--brokers", BROKERS, "--registry", FAULTS]


def registry_faults_that_pass_are_retried():
    for status in (500, 503, 429):
        name = f"retry{status}"
        source, sink, binary, flags = fault_pipeline(name)
        proxy("POST", "/__faults", {"match": source, "status": status, "count": 1})
        done = run(binary, "--name", unique(name), env_flags=flags)
        check(done.returncode == 0, f"{status}: exit {done.returncode}:\n{done.stderr}")
        check(len(read_topic(sink)) == 1, "the record arrives")
        proxy("DELETE", "/__faults")


def registry_faults_that_stay_name_reason_and_subject():
    for status in (401, 409, 422):
        name = f"stay{status}"
        _, sink, binary, flags = fault_pipeline(name)
        reason = f"made up reason {status}"
        proxy("POST", "/__faults", {"match": f"POST /subjects/{sink}", "status": status,
                                    "count": 100,
                                    "body": {"error_code": status, "message": reason}})
        done = run(binary, "--name", unique(name), env_flags=flags)
        proxy("DELETE", "/__faults")
        check(done.returncode == 3, f"{status}: exit {done.returncode}:\n{done.stderr}")
        for part in (str(status), reason, f"{sink}-value"):
            check(part in done.stderr, f"the message names {part}:\n{done.stderr}")


def reg_04_a_registry_that_never_answers():
    source, sink, binary, flags = fault_pipeline("reg04")
    proxy("POST", "/__faults", {"match": "subjects", "delay_ms": 8000, "count": 100})
    process = start(binary, "--name", unique("reg04"), "--registry-timeout", "1 s",
                    env_flags=flags)
    wait_for(lambda: "time" in log_of(process).lower(), "a line about the timeout", 30)
    if process.poll() is None:
        stop(process, signal.SIGINT, 20)
    proxy("DELETE", "/__faults")
    check(sink in log_of(process) or source in log_of(process), log_of(process))


def reg_14_one_request_a_schema():
    source, sink, binary, flags = fault_pipeline("reg14")
    number = register(f"{source}-value", SCHEMA)
    produce(source, [encode(number, SCHEMA, {"n": n}) for n in range(5000)])
    before = len(proxy("GET", "/__log"))
    done = run(binary, "--name", unique("reg14"), env_flags=flags)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    requests = len(proxy("GET", "/__log")) - before
    check(requests < 15, f"{requests} requests for two schemas")


def reg_16_one_version_however_often():
    table = unique("reg16")
    script = (f"CREATE TABLE `{table}` (id DECIMAL(16,2) PRIMARY KEY NOT ENFORCED, bar INT);"
              f"INSERT INTO `{table}` VALUES (12.3, 10);")
    for _ in range(2):
        done = ddl2c("run", *environment_flags(), "-e", script)
        check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    versions = registry("GET", f"/subjects/{table}-key/versions")
    check(versions == [1], f"one version, not {versions}")
    records = read_topic(table)
    check(len(records) == 2, "two records")
    check(str(decode(records[0].key())["id"]) == "12.30", "the key's value")


def cli_05_records_without_a_key_are_explained():
    source, sink = unique("cli05_in"), unique("cli05_out")
    create_topic(source)
    number = register(f"{source}-value", SCHEMA)
    produce(source, [encode(number, SCHEMA, {"n": n}) for n in range(3)])
    sql = (f"CREATE TABLE `{source}` (k STRING PRIMARY KEY NOT ENFORCED, n INT) WITH ('key.format'"
           " = 'raw', 'scan.bounded.mode' = 'latest-offset'%s);\n"
           f"CREATE TABLE `{sink}` (k STRING, n INT);\n"
           f"INSERT INTO `{sink}` SELECT k, n FROM `{source}`;")
    sql = sql.replace(f"`{sink}` (k STRING, n INT)",
                      f"`{sink}` (k STRING PRIMARY KEY NOT ENFORCED, n INT)")
    done = run(build(sql % "", "cli05"), "--name", unique("cli05"), timeout=60)
    check(done.returncode == 4 and f"table {source}" in done.stderr and "key" in done.stderr
          and "partition 0, offset 0" in done.stderr, f"exit {done.returncode}:\n{done.stderr}")
    binary = build(sql % ", 'error-handling.mode' = 'ignore'", "cli05i")
    done = run(binary, "--name", unique("cli05i"), timeout=60)
    check(done.returncode == 0 and "3 records" in done.stderr, done.stderr)
    check("key" in done.stderr, f"the reason is named:\n{done.stderr}")
    check(not read_topic(sink), "no row")


def cli_06_a_reason_that_comes_again_is_printed_once():
    source, _, binary, flags = fault_pipeline("cli06")
    proxy("POST", "/__faults", {"match": source, "status": 503, "count": 6})
    done = run(binary, "--name", unique("cli06"), env_flags=flags)
    proxy("DELETE", "/__faults")
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    # Only what the proxy made up counts: a broker may be away for a moment, for its own reasons.
    reasons = [line for line in done.stderr.splitlines() if "503" in line and "trying again" in line]
    check(len(reasons) == 1, f"one line with the reason:\n{done.stderr}")
    check(re.search(r"503.*\(repeated \d+ times\)", done.stderr), f"a count:\n{done.stderr}")


def cli_08_only_invalid_records_and_bounded():
    source, sink = unique("cli08_in"), unique("cli08_out")
    create_topic(source)
    produce(source, [b"not avro"] * 3)
    done = run(poison_pipeline("cli08", source, sink, "ignore"), "--name", unique("cli08"),
               timeout=60)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    check("3" in done.stderr, f"three errors are reported:\n{done.stderr}")


def chg_15_an_offset_is_committed_after_what_follows_from_it():
    """An upsert writer lost rows that it had buffered when offsets were committed: killed as soon as
    a commit can be seen, the sink must have every row up to that offset, and all in the end."""
    source, sink = unique("flush_in"), unique("flush_out")
    create_topic(source)
    binary = build(f"""
        CREATE TABLE `{source}` (v STRING) {RAW});
        CREATE TABLE `{sink}` (v STRING, n BIGINT, PRIMARY KEY (v) NOT ENFORCED)
          DISTRIBUTED INTO 1 BUCKETS WITH ('changelog.mode' = 'upsert', 'key.format' = 'raw');
        INSERT INTO `{sink}` SELECT v, COUNT(*) FROM `{source}` GROUP BY v;
    """, "flush")
    name = unique("flush")
    process = start(binary, "--name", name, "--commit-interval", "50 ms")
    consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": name})

    def committed():
        return consumer.committed([TopicPartition(source, 0)], timeout=60)[0].offset

    produce(source, [b"%d" % n for n in range(1000)])
    wait_for(lambda: committed() > 0, f"an offset is committed:\n{log_of(process)}")
    stop(process, signal.SIGKILL)
    offset = committed()
    consumer.close()
    keys = {record.key() for record in read_topic(sink)}
    missing = [n for n in range(offset) if b"%d" % n not in keys]
    check(not missing, f"offset {offset} is committed, and {missing[:5]} … are not in the sink")
    process = start(binary, "--name", name, "--commit-interval", "50 ms")
    wait_for(lambda: len({record.key() for record in read_topic(sink)}) == 1000,
             f"all keys:\n{log_of(process)}")
    check(stop(process) == 0, log_of(process))


def stop_commits_what_was_read():
    source, sink = unique("stop_in"), unique("stop_out")
    create_topic(source)
    binary = build(f"""
        CREATE TABLE `{source}` (v STRING) {RAW});
        CREATE TABLE `{sink}` (v STRING) {RAW});
        INSERT INTO `{sink}` SELECT v FROM `{source}`;
    """, "stop")
    name = unique("stop")
    for round_ in range(2):
        process = start(binary, "--name", name, "--commit-interval", "100 ms")
        produce(source, [b"%d %d" % (round_, n) for n in range(1000)])
        wait_for(lambda: len(read_topic(sink)) == 1000 * (round_ + 1),
                 f"records of round {round_}:\n{log_of(process)}")
        check(stop(process, (signal.SIGTERM, signal.SIGINT)[round_]) == 0, log_of(process))
    check(len(set(record.value() for record in read_topic(sink))) == 2000, "each record once")


def a_second_instance_fences_the_first():
    source, sink = unique("fence_in"), unique("fence_out")
    create_topic(source)
    produce(source, [b"%d" % n for n in range(1000)])
    binary = build(f"""
        CREATE TABLE `{source}` (v STRING) {RAW});
        CREATE TABLE `{sink}` (v STRING) {RAW});
        INSERT INTO `{sink}` SELECT v FROM `{source}`;
    """, "fence")
    name = unique("fence")
    first = start(binary, "--name", name, "--commit-interval", "100 ms")
    wait_for(lambda: len(read_topic(sink)) == 1000, f"the first works:\n{log_of(first)}")
    second = start(binary, "--name", name, "--commit-interval", "100 ms")
    client = producer()
    sent = 1000

    def first_ended():
        nonlocal sent
        client.produce(source, value=b"%d" % sent, partition=0)
        client.flush(10)
        sent += 1
        return first.poll() is not None

    wait_for(first_ended, lambda: "the first instance notices:\n"
             f"{log_of(first)}\nthe second:\n{log_of(second)}")
    check(first.returncode == 3, f"the fenced one exits 3, not {first.returncode}")
    check("fenced" in log_of(first) or "took over" in log_of(first), log_of(first))
    wait_for(lambda: len(read_topic(sink)) >= sent, f"the second goes on:\n{log_of(second)}")
    check(stop(second) == 0, log_of(second))
    values = [record.value() for record in read_topic(sink)]
    check(len(values) == len(set(values)) == sent, f"{len(values)} records of {sent}, each once")


if __name__ == "__main__":
    main([
        kfk_01_bounded_ends_at_a_commit_marker,
        kfk_02_aborted_transactions_stay_invisible,
        kfk_03_a_long_run_of_aborted_records,
        kfk_05_transaction_timeout_above_the_brokers,
        kfk_07_one_record_too_large,
        kfk_09_headers_of_every_kind,
        kfk_11_topic_recreated_under_a_stored_position,
        kfk_15_the_brokers_reason_is_printed,
        reg_05_poison_records_stop_with_their_place,
        reg_05_poison_records_can_be_ignored,
        reg_06_credentials_with_odd_characters,
        registry_faults_that_pass_are_retried,
        registry_faults_that_stay_name_reason_and_subject,
        reg_04_a_registry_that_never_answers,
        reg_14_one_request_a_schema,
        reg_16_one_version_however_often,
        cli_05_records_without_a_key_are_explained,
        cli_06_a_reason_that_comes_again_is_printed_once,
        cli_08_only_invalid_records_and_bounded,
        chg_15_an_offset_is_committed_after_what_follows_from_it,
        stop_commits_what_was_read,
        a_second_instance_fences_the_first,
    ])
