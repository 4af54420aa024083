"""plan and apply against the real broker and registry, and tables inferred from them.

What apply has made is read back by independent clients: topics and configs by Kafka's admin
client, subjects and levels over REST.
"""

import json
import urllib.request

from confluent_kafka.admin import ConfigResource

from harness import (WAIT, admin, check, create_topic, ddl2c, decode, encode, environment_flags,
                     main, partition_count, produce, read_topic, register, registry, unique,
                     wait_for)


def configs_of(topic):
    resource = ConfigResource(ConfigResource.Type.TOPIC, topic)
    client = admin()  # Held: its futures end with it.
    entries = client.describe_configs([resource])[resource].result(WAIT)
    return {name: entry.value for name, entry in entries.items()}


def subjects_of(topic):
    return sorted(s for s in registry("GET", "/subjects") if s.startswith(topic))


def versions_of(subject):
    return registry("GET", f"/subjects/{urllib.request.quote(subject, safe='')}/versions")


def command(name, sql, *flags, status=0):
    done = ddl2c(name, *environment_flags(), *flags, "-e", sql)
    check(done.returncode == status,
          f"ddl2c {name}: exit {done.returncode} for {status}:\n{done.stdout}{done.stderr}")
    return done.stdout


def has_configs(topic, wanted):
    found = configs_of(topic)
    return all(found[key] == value for key, value in wanted.items())


def table(name, columns, buckets, options):
    options = ", ".join(f"'{key}' = '{value}'" for key, value in options.items())
    return (f"CREATE TABLE `{name}` ({columns}) DISTRIBUTED INTO {buckets} BUCKETS"
            f" WITH ({options})")


def create_change_drop():
    name = unique("plan_t")
    key = "id INT PRIMARY KEY NOT ENFORCED"
    first = table(name, f"{key}, v STRING", 2, {
        "kafka.retention.time": "1 d", "kafka.max-message-size": "1 mb"})
    text = command("plan", first, "--detailed-exitcode", status=5)
    check(f"+ topic {name}" in text and f"+ subject {name}-value" in text, text)
    check(partition_count(name) == 0 and not subjects_of(name), "plan makes nothing")
    command("apply", first)
    check(partition_count(name) == 2, "two partitions")
    check(has_configs(name, {
        "cleanup.policy": "compact", "retention.ms": "86400000", "max.message.bytes": "1048576",
        "min.compaction.lag.ms": "604800000", "retention.bytes": "-1"}), "configs of creation")
    check(subjects_of(name) == [f"{name}-key", f"{name}-value"], "both subjects")
    command("plan", first, "--detailed-exitcode")
    check("No changes" in command("apply", first), "apply again does nothing")
    check(versions_of(f"{name}-value") == [1], "one version")

    second = table(name, f"{key}, v STRING, note STRING", 5, {
        "kafka.retention.time": "2 d", "kafka.cleanup-policy": "delete-compact",
        "kafka.retention.size": "1 gb", "kafka.message-timestamp-type": "LogAppendTime",
        "kafka.producer.compression.type": "zstd", "kafka.compaction.time": "1 h"})
    plan = json.loads(command("plan", second, "--json", "--detailed-exitcode", status=5))
    check([(c["action"], c["object"], c["name"]) for c in plan["changes"]] == [
        ("update", "topic", name), ("update", "subject", f"{name}-value")], f"{plan}")
    check("partitions" in plan["changes"][0]["warning"], "keys move to other partitions")
    command("apply", second)
    check(partition_count(name) == 5, "five partitions")
    wait_for(lambda: has_configs(name, {
        "cleanup.policy": "compact,delete", "retention.ms": "172800000",
        "retention.bytes": "1073741824", "message.timestamp.type": "LogAppendTime",
        "compression.type": "zstd", "min.compaction.lag.ms": "3600000",
        "max.message.bytes": "2097164"}), "changed configs")
    check(versions_of(f"{name}-value") == [1, 2], "a second version")
    command("plan", second, "--detailed-exitcode")

    drop = f"DROP TABLE `{name}`"
    check(f"- topic {name}" in command("plan", drop), "the drop is planned")
    command("apply", drop, status=1)
    check(partition_count(name) == 5, "a drop needs its flag")
    command("apply", drop, "--allow-drop")
    wait_for(lambda: partition_count(name) == 0, "the topic gone")
    check(not subjects_of(name), "subjects gone")
    command("plan", f"DROP TABLE IF EXISTS `{name}`", "--detailed-exitcode")


def refused():
    name = unique("refused_t")
    other = unique("refused_other")
    command("apply", table(name, "a INT, b STRING", 3, {"kafka.retention.time": "1 d"}))
    subject = f"{name}-value"
    registry("PUT", f"/config/{subject}", {"compatibility": "FULL_TRANSITIVE"})
    fewer = table(name, "a INT, b STRING", 1, {"kafka.retention.time": "3 d"})
    script = f"{fewer}; CREATE TABLE `{other}` (v INT)"
    text = command("plan", script, "--detailed-exitcode", status=1)
    check("cannot lose partitions" in text, text)
    command("apply", script, status=1)
    check(partition_count(name) == 3 and partition_count(other) == 0, "nothing is changed")
    check(has_configs(name, {"retention.ms": "86400000"}), "not a part of it")

    wrong = table(name, "a STRING, b STRING", 3, {"kafka.retention.time": "1 d"})
    text = command("plan", wrong, status=1)
    check(f"! subject {subject}" in text and "FULL_TRANSITIVE" in text and "INT -> STRING" in text,
          text)
    command("apply", wrong, status=1)
    check(versions_of(subject) == [1], "no second version")
    command("apply", f"DROP TABLE `{name}`", "--allow-drop")


def levels():
    name = unique("level_t")
    sql = f"CREATE TABLE `{name}` (k INT, v INT) DISTRIBUTED BY (k) INTO 1 BUCKETS"
    command("apply", sql, "--compatibility", "FULL")
    for side in ("key", "value"):
        level = registry("GET", f"/config/{name}-{side}")["compatibilityLevel"]
        check(level == "FULL", f"{side}: {level}")
    command("plan", sql, "--compatibility", "FULL", "--detailed-exitcode")
    command("apply", f"DROP TABLE `{name}`", "--allow-drop")


def no_environment_answers():
    done = ddl2c("plan", "--brokers", "127.0.0.1:1", "-e", "CREATE TABLE t (i INT)")
    check(done.returncode == 3, f"exit {done.returncode}")
    done = ddl2c("check", "--brokers", "127.0.0.1:1", "-e", "SELECT * FROM t")
    check("D5001" in done.stderr and "unknown table" not in done.stderr, done.stderr)


def inferred_tables():
    name = unique("inferred")
    create_topic(name, 2, retention_ms=3600000)
    place = {"type": "record", "name": "Place", "namespace": "org.example", "fields": [
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["TOWN", "RIVER"]}},
        {"name": "size", "type": "int"}]}
    key, value = register(f"{name}-key", "long"), register(f"{name}-value", place)
    produce(name, [(encode(key, "long", 7), encode(value, place, {"kind": "RIVER", "size": 3}))])
    shown = command("run", f"SHOW CREATE TABLE `{name}`")
    for part in ("`key` BIGINT NOT NULL", "`kind` VARCHAR(2147483647) NOT NULL",
                 "BY HASH(`key`) INTO 2 BUCKETS", "'kafka.retention.time' = '1 h'"):
        check(part in shown, f"{part} in:\n{shown}")
    command("check", f"INSERT INTO `{name}` SELECT `key` + 1, 'TOWN', size FROM `{name}`")
    command("run", f"INSERT INTO `{name}` VALUES (8, 'TOWN', 4)")
    rows = sorted((decode(r.key()), decode(r.value())["kind"]) for r in read_topic(name))
    check(rows == [(7, "RIVER"), (8, "TOWN")], f"{rows}")
    check(versions_of(f"{name}-value") == [1], "the registered schema is used as it is")
    rows = command("run", f"SELECT * FROM `{name}` /*+ OPTIONS('scan.bounded.mode' = "
                          "'latest-offset') */")
    check(sorted(rows.splitlines()) == ["+I[7, RIVER, 3]", "+I[8, TOWN, 4]"], rows)

    alter = f"ALTER TABLE `{name}` ADD note STRING; ALTER TABLE `{name}` SET"
    alter += "('kafka.retention.time' = '2 h')"
    plan = json.loads(command("plan", alter, "--json"))
    details = [[d["name"] for d in change["details"]] for change in plan["changes"]]
    check(details == [["retention.ms"], ["note"]], f"{plan}")
    command("run", alter)
    wait_for(lambda: has_configs(name, {"retention.ms": "7200000"}), "the topic's config")
    latest = json.loads(registry("GET", f"/subjects/{name}-value/versions/latest")["schema"])
    check(latest["name"] == "Place" and latest["fields"][:2] == place["fields"], f"{latest}")
    command("run", f"DROP TABLE `{name}`")
    wait_for(lambda: partition_count(name) == 0, "the topic gone")


def references():
    """The Purchase, Pageview and CustomerEvent example of the reference documents."""
    def record(name, *fields):
        return {"type": "record", "namespace": "io.confluent.developer.avro", "name": name,
                "fields": [{"name": field, "type": kind} for field, kind in fields]}

    name = unique("customer-events")
    purchase = record("Purchase", ("item", "string"), ("amount", "double"))
    pageview = record("Pageview", ("url", "string"), ("is_special", "boolean"))
    parts = [(unique("purchase"), purchase), (unique("pageview"), pageview)]
    for subject, schema in parts:
        register(subject, schema)
    names = [f"io.confluent.developer.avro.{schema['name']}" for _, schema in parts]
    registry("POST", f"/subjects/{name}-value/versions", {
        "schema": json.dumps(names),
        "references": [{"name": full, "subject": subject, "version": 1}
                       for full, (subject, _) in zip(names, parts)]})
    create_topic(name, 2)
    shown = command("run", f"SHOW CREATE TABLE `{name}`")
    text = "VARCHAR(2147483647) NOT NULL"
    for part in ("`key` VARBINARY(2147483647)",
                 f"`{names[0]}` ROW<`item` {text}, `amount` DOUBLE NOT NULL>",
                 f"`{names[1]}` ROW<`url` {text}, `is_special` BOOLEAN NOT NULL>"):
        check(part in shown, f"{part} in:\n{shown}")
    command("run", f"DROP TABLE `{name}`")


def copies_and_names():
    """The number of copies is compared; a renamed table's topic keeps its name, which is said."""
    name = unique("copies")
    one = table(name, "id INT", 1, {"kafka.replication-factor": "1"})
    check("replication.factor" in command("plan", one), "the copies are part of what is created")
    command("apply", one)
    command("plan", one, "--detailed-exitcode")
    three = table(name, "id INT", 1, {"kafka.replication-factor": "3"})
    plan = json.loads(command("plan", three, "--json", status=1))
    change = plan["changes"][0]
    check(change["action"] == "refuse" and change["details"] == [
        {"name": "replication.factor", "before": "1", "after": "3"}], f"{plan}")
    command("plan", table(name, "id INT", 1, {}), "--detailed-exitcode")

    done = ddl2c("plan", *environment_flags(), "-e",
                 f"{one}; ALTER TABLE `{name}` RENAME TO `{name}_new`")
    check(done.returncode == 0 and f"keeps the topic '{name}'" in done.stderr, done.stderr)
    create_topic(f"{name}_taken")
    done = ddl2c("plan", *environment_flags(), "-e",
                 f"{one}; ALTER TABLE `{name}` RENAME TO `{name}_taken`")
    check(done.returncode == 1 and "exists already" in done.stderr, done.stderr)


main([create_change_drop, refused, levels, no_environment_answers, inferred_tables,
      references, copies_and_names])
