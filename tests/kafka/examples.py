"""The properties that the reference document of CREATE TABLE states for its examples.

Each bullet of the section "Examples" stands here by its text, in the document's order, and is
checked on the real broker and registry: topic configs, partitions, bytes, headers, subjects.
"""

import contextlib
import json
import re
import struct

from confluent_kafka.admin import ConfigResource

from harness import (BROKERS, REGISTRY, WAIT, Broker, admin, build, check, ddl2c, decode, main,
                     partition_count, partition_of, read_topic, registry, run, unique)

BULLETS = 77  # in the section
seen = []


@contextlib.contextmanager
def bullet(text):
    """What is checked within belongs to this bullet."""
    seen.append(text)
    try:
        yield
    except SystemExit as error:
        raise SystemExit(f'bullet "{text}": {error}') from None


# ---- asking ----


def sql(text, *flags, status=0, brokers=BROKERS):
    done = ddl2c("run", "--brokers", brokers, "--registry", REGISTRY, *flags, "-e", text)
    check(done.returncode == status, f"exit {done.returncode} of {text}:\n{done.stderr}")
    return done.stderr if status else done.stdout


class Table:
    """A table of an example under a name of its own, created by apply."""

    def __init__(self, create, brokers=BROKERS, topic=None):
        name = re.search(r"CREATE TABLE (\w+)", create).group(1)
        self.topic, self.brokers = topic or unique(name), brokers
        self.create = re.sub(rf"\b{name}\b", f"`{self.topic}`", create, count=1)
        self.name = f"`{self.topic}`"
        done = ddl2c("apply", "--brokers", brokers, "--registry", REGISTRY, "-e", self.create)
        check(done.returncode == 0, f"apply of {create}: {done.stderr}")

    def run(self, text, *flags, status=0):
        """A script with $ in place of the table's name, after its declaration."""
        return sql(f"{self.create} {text.replace('$ ', self.name + ' ')}", *flags, status=status,
                   brokers=self.brokers)

    def insert(self, values, **more):
        return self.run(f"INSERT INTO $ VALUES {values};", **more)

    def select(self, columns="*", before=""):
        """Rows of a query that ends, as lists of values."""
        hint = "/*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */"
        out = self.run(f"{before} SELECT {columns} FROM $ {hint};", "--format", "json")
        return [list(json.loads(line).values()) for line in out.splitlines()]

    def records(self):
        return read_topic(self.topic, brokers=self.brokers)

    def config(self, key):
        resource = ConfigResource(ConfigResource.Type.TOPIC, self.topic)
        client = admin(self.brokers)  # Held: its futures end with it.
        return client.describe_configs([resource])[resource].result(WAIT)[key].value

    def subjects(self):
        return sorted(s[len(self.topic):] for s in registry("GET", "/subjects")
                      if s.startswith(self.topic + "-"))

    def fields(self, side):
        """Names and types in the latest schema of a side."""
        answer = registry("GET", f"/subjects/{self.topic}-{side}/versions/latest")
        return [(f["name"], f["type"]) for f in json.loads(answer["schema"])["fields"]]

    def describe(self, column):
        """Cells of a row of DESCRIBE EXTENDED."""
        for line in self.run("DESCRIBE EXTENDED $ ;").splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if cells[0] == column:
                return cells
        check(False, f"no column {column} in DESCRIBE EXTENDED")


def nullable(avro):
    return ["null", avro]


def op_of(record):
    headers = dict(record.headers() or [])
    check(set(headers) <= {"op"}, f"headers {headers}")
    return struct.unpack("b", headers["op"])[0] if headers else None


# ---- what several examples state ----


def is_append(table):
    with bullet("Append changelog mode."):
        check("'changelog.mode' = 'append'" in table.run("SHOW CREATE TABLE $ ;"), "shown")
        check(table.config("cleanup.policy") == "delete", "not compacted")
        check({op_of(record) for record in table.records()} == {None}, "no `op` header")
        error = table.run(f"INSERT INTO $ SELECT * FROM {table.name} EXCEPT"
                          f" SELECT * FROM {table.name};", status=1)
        check("D3001" in error, f"an updating query is refused: {error}")


def has_partitions(table, count, text="The table has {} Kafka partitions."):
    with bullet(text.format(count)):
        check(partition_count(table.topic, table.brokers) == count, "partitions")


def is_key(table, names, avro, text=None):
    with bullet(text or f"`{names}` is the Schema Registry key."):
        check(table.subjects() == ["-key", "-value"], f"both subjects: {table.subjects()}")
        check(table.fields("key") == [(names, avro)], f"key schema {table.fields('key')}")


def is_hashed(table, key_of, text):
    """Every record lies by its key, which has the columns that `key_of` says."""
    with bullet(text):
        records = table.records()
        check(len(records) >= 8, "records to look at")
        count = partition_count(table.topic, table.brokers)
        for record in records:
            check(record.partition() == partition_of(record.key(), count), "partition by murmur2")
            check(list(decode(record.key())) == key_of, f"key {decode(record.key())}")
        check(len({record.partition() for record in records}) > 1, "several partitions")


def has_rowtime(table):
    with bullet("The `$rowtime` column and system watermark are added implicitly."):
        cells = table.describe("$rowtime")
        check(cells[1] == "TIMESTAMP_LTZ(3) *ROWTIME*" and cells[2] == "NOT NULL", f"{cells}")
        check("METADATA VIRTUAL, WATERMARK AS SOURCE_WATERMARK()" in cells[3], f"{cells}")
        check("rowtime" not in table.run("SHOW CREATE TABLE $ ;"), "not in SHOW CREATE TABLE")
        rows = table.select("CAST(UNIX_TIMESTAMP(CAST($rowtime AS STRING)) AS BIGINT) AS t")
        stamps = {record.timestamp()[1] // 1000 for record in table.records()}
        check(rows and {row[0] for row in rows} <= stamps, f"{rows[:2]} are the records' times")


def is_unique(table, names, text):
    with bullet(text):
        for name in names:
            check("PRIMARY KEY" in table.describe(name)[3], f"{name}: {table.describe(name)}")


def is_not_null(table, names, values, text):
    with bullet(text):
        for name in names:
            check(table.describe(name)[2] == "NOT NULL", f"{name}")
        sides = dict(table.fields("key")) | dict(table.fields("value"))
        check(all(sides[name] == "int" for name in names), f"no unions: {sides}")
        before = len(table.records())
        error = table.insert(values, status=1)
        check("D2012" in error, f"NULL is refused: {error}")
        columns = ", ".join(f"{name} INT" for name in names) + ", s STRING"
        nulls = ", ".join(["CAST(NULL AS INT)"] * len(names)) + ", 'x'"
        source = unique("example_nulls")
        error = sql(f"{table.create} CREATE TABLE `{source}` ({columns}) WITH ("
                    f"'scan.bounded.mode' = 'latest-offset'); INSERT INTO `{source}` VALUES"
                    f" ({nulls}); INSERT INTO {table.name} SELECT * FROM `{source}`;", status=4)
        check("NOT NULL" in error, f"one that comes at run time too: {error}")
        check(len(table.records()) == before, "nothing of it is written")


NINE = ", ".join(f"({i}, 'v{i}')" for i in range(9))


# ---- the examples ----


def minimal_table():
    table = Table("CREATE TABLE t_minimal (s STRING);")
    table.insert(", ".join(f"('v{i}')" for i in range(12)))
    records = table.records()
    is_append(table)
    with bullet("No Schema Registry key."):
        check(table.subjects() == ["-value"], f"subjects {table.subjects()}")
        check(all(record.key() is None for record in records), "records without a key")
        check(table.fields("value") == [("s", nullable("string"))], f"{table.fields('value')}")
    with bullet("Round-robin distribution."):
        found = [record.partition() for record in records]
        check(sorted(found) == sorted(list(range(6)) * 2), f"two in each: {found}")
    has_partitions(table, 6, "{} Kafka partitions.")
    has_rowtime(table)


def primary_key():
    table = Table("CREATE TABLE t_pk (k INT PRIMARY KEY NOT ENFORCED, s STRING);")
    table.insert(NINE)
    with bullet("Upsert changelog mode."):
        check("'changelog.mode' = 'upsert'" in table.run("SHOW CREATE TABLE $ ;"), "shown")
        check(table.config("cleanup.policy") == "compact", "compacted")
        check(all(record.headers() is None for record in table.records()), "no `op` header")
    with bullet("The primary key defines an implicit DISTRIBUTED BY(k)."):
        check("DISTRIBUTED BY HASH(`k`) INTO 6 BUCKETS" in table.run("SHOW CREATE TABLE $ ;"), "")
    is_key(table, "k", "int")
    is_hashed(table, ["k"], "Hash distribution on `k`.")
    has_partitions(table, 6)
    is_unique(table, ["k"], "`k` is declared as being unique, meaning no duplicate rows.")
    table.insert("(3, 'again')")
    mode = "SET 'sql.tables.scan.bounded.mode' = 'latest-offset';"
    text = sql(f"{mode} {table.create} SELECT * FROM {table.name} WHERE k = 3", "--format", "table")
    check("again" in text and "v3" not in text, f"one row of a key: {text}")
    is_not_null(table, ["k"], "(CAST(NULL AS INT), 'x')",
                "`k` must not contain NULLs, so an implicit NOT NULL is added.")
    has_rowtime(table)


def primary_key_in_append_mode():
    table = Table("CREATE TABLE t_pk_append (k INT PRIMARY KEY NOT ENFORCED, s STRING)"
                  " DISTRIBUTED INTO 4 BUCKETS WITH ('changelog.mode' = 'append');")
    table.insert(NINE)
    is_append(table)
    is_key(table, "k", "int")
    is_hashed(table, ["k"], "Hash distribution on `k`.")
    has_partitions(table, 4)
    is_unique(table, ["k"], "`k` is declared as being unique, meaning no duplicate rows.")
    is_not_null(table, ["k"], "(CAST(NULL AS INT), 'x')",
                "`k` must not contain NULLs, meaning implicit NOT NULL.")
    has_rowtime(table)


def hash_distribution():
    table = Table("CREATE TABLE t_dist (k INT, s STRING) DISTRIBUTED BY (k) INTO 4 BUCKETS;")
    table.insert(NINE)
    is_append(table)
    is_key(table, "k", nullable("int"))
    is_hashed(table, ["k"], "Hash distribution on `k`.")
    has_partitions(table, 4)
    has_rowtime(table)


def all_concepts_combined():
    table = Table("CREATE TABLE t_complex (k1 INT, k2 INT, PRIMARY KEY (k1, k2) NOT ENFORCED,"
                  " s STRING) COMMENT 'My complex table' DISTRIBUTED BY HASH(k1) INTO 4 BUCKETS"
                  " WITH ('changelog.mode' = 'append');")
    table.insert(", ".join(f"({i}, {i * 10}, 'v{i}')" for i in range(9)))
    is_append(table)
    is_key(table, "k1", "int")
    is_hashed(table, ["k1"], "Hash distribution on `k1`.")
    with bullet("`k2` is treated as a value column and is stored in the value part of Schema"
                " Registry."):
        check(table.fields("value") == [("k2", "int"), ("s", nullable("string"))],
              f"{table.fields('value')}")
        check({decode(r.key())["k1"] * 10 == decode(r.value())["k2"] for r in table.records()}
              == {True}, "in the record's value")
    has_partitions(table, 4)
    is_unique(table, ["k1", "k2"],
              "`k1` and `k2` are declared as being unique, meaning no duplicates.")
    is_not_null(table, ["k1", "k2"], "(1, CAST(NULL AS INT), 'x')",
                "`k` and `k2` must not contain NULLs, meaning implicit NOT NULL.")
    has_rowtime(table)
    with bullet("An additional comment is added."):
        check("COMMENT 'My complex table'" in table.run("SHOW CREATE TABLE $ ;"), "shown")


def overlapping_names_disjoint_data():
    table = Table("CREATE TABLE t_disjoint (from_key_k INT, k STRING) DISTRIBUTED BY (from_key_k)"
                  " WITH ('key.fields-prefix' = 'from_key_');")
    table.insert(NINE)
    records = table.records()
    is_append(table)
    is_hashed(table, ["k"], "Hash distribution on `from_key_k`.")
    with bullet("The key prefix `from_key_` is defined and is stripped before storing the schema in"
                " Schema Registry."):
        check("from_key_" not in f"{table.fields('key')}{table.fields('value')}", "stripped")
        check(table.describe("from_key_k")[3] == "BUCKET KEY", "a column of the table")
    is_key(table, "k", nullable("int"),
           "Therefore, `k` is the Schema Registry key of type INT.")
    with bullet("Also, `k` is the Schema Registry value of type STRING."):
        check(table.fields("value") == [("k", nullable("string"))], f"{table.fields('value')}")
    with bullet("Both key and value store disjoint data, so they can have different data types."):
        check({(decode(r.key())["k"], decode(r.value())["k"]) for r in records}
              == {(i, f"v{i}") for i in range(9)}, "in the records")
        check(sorted(table.select()) == [[i, f"v{i}"] for i in range(9)], "read back")


def overlapping_names_joint_data():
    other = Table("CREATE TABLE t_disjoint (k INT, v STRING) DISTRIBUTED BY (k);")
    table = Table("CREATE TABLE t_joint (k INT, v STRING) DISTRIBUTED BY (k)"
                  " WITH ('value.fields-include' = 'all');")
    table.insert(NINE)
    is_append(table)
    is_hashed(table, ["k"], "Hash distribution on `k`.")
    with bullet("By default, the key is never included in the value in Schema Registry."):
        check(other.fields("value") == [("v", nullable("string"))], f"{other.fields('value')}")
    with bullet("By setting `'value.fields-include' = 'all'`, the value contains the full table"
                " schema."):
        check([name for name, _ in table.fields("value")] == ["k", "v"], "all columns")
    is_key(table, "k", nullable("int"), "Therefore, `k` is the Schema Registry key.")
    with bullet("Also, `k, v` is the Schema Registry value."):
        check(table.fields("value") == [("k", nullable("int")), ("v", nullable("string"))],
              f"{table.fields('value')}")
    with bullet("The payload of `k` is stored twice in the Kafka message, because key and value"
                " store joint data and they have the same data type for `k`."):
        check({(decode(r.key())["k"], decode(r.value())["k"]) for r in table.records()}
              == {(i, i) for i in range(9)}, "twice")
        check(sorted(table.select()) == [[i, f"v{i}"] for i in range(9)], "read back once")


def timestamp_column():
    table = Table("CREATE TABLE t_metadata_write (name STRING, ts TIMESTAMP_LTZ(3) NOT NULL"
                  " METADATA FROM 'timestamp') DISTRIBUTED INTO 1 BUCKETS;")
    table.run("INSERT INTO $ (ts, name) SELECT NOW(), 'Alice';"
              " INSERT INTO $ (ts, name) SELECT TO_TIMESTAMP_LTZ(0, 3), 'Bob';")
    now, epoch = table.records()
    with bullet("Adds the `ts` metadata column, which isn't part of Schema Registry but instead is a"
                " pure Flink concept."):
        check(table.subjects() == ["-value"], "no key")
        check(table.fields("value") == [("name", nullable("string"))], f"{table.fields('value')}")
        check(decode(epoch.value()) == {"name": "Bob"} and epoch.headers() is None, "in no value")
    with bullet("In contrast with `$rowtime`, which is declared as a METADATA VIRTUAL column, `ts`"
                " is selected in a SELECT * statement and is writable."):
        check(epoch.timestamp()[1] == 0 and now.timestamp()[1] > 1700000000000, "written")
        rows = table.select("$rowtime, *")
        check([row[1] for row in rows] == ["Alice", "Bob"] and rows[0][0] == rows[0][2]
              and rows[1][0] == rows[1][2] == "1970-01-01T00:00:00.000Z", f"{rows}")
        check("D2013" in table.run("INSERT INTO $ ($rowtime, name) SELECT NOW(), 'x';", status=1),
              "$rowtime is not writable")


def string_key():
    table = Table("CREATE TABLE t_raw_string_key (key STRING, i INT) DISTRIBUTED BY (key)"
                  " WITH ('key.format' = 'raw');")
    table.insert("('one', 1), ('zwölf', 12)")
    records = table.records()
    with bullet("Schema Registry is filled with a value subject containing `i`."):
        check(table.subjects() == ["-value"], f"{table.subjects()}")
        check(table.fields("value") == [("i", nullable("int"))], f"{table.fields('value')}")
    with bullet("The key columns are determined by the DISTRIBUTED BY clause."):
        check({decode(r.value())["i"]: r.key() for r in records}
              == {1: b"one", 12: "zwölf".encode()}, "key bytes")
        check(all(r.partition() == partition_of(r.key(), 6) for r in records), "partitions")
    with bullet("By default, Avro in Schema Registry would be used for the key, but the WITH clause"
                " overrides this to the `raw` format."):
        other = Table("CREATE TABLE t_avro_string_key (key STRING, i INT) DISTRIBUTED BY (key);")
        other.insert("('one', 1)")
        check(other.subjects() == ["-key", "-value"], f"{other.subjects()}")
        key = other.records()[0].key()
        check(key[0] == 0 and decode(key) == {"key": "one"}, f"Avro by default: {key}")


def schema_sharing():
    create = "CREATE TABLE t_shared_schema (key STRING, s STRING) DISTRIBUTED BY (key);"
    region = Broker()
    region.up()
    try:
        east = Table(create)
        west = Table(create, brokers=region.address, topic=east.topic)
        east.insert("('k', 'east')")
        west.insert("('k', 'west'), ('l', 'west')")
        one, others = east.records()[0], west.records()
        with bullet("Schema Registry is shared across regions."):
            check(one.key() in [record.key() for record in others], "one id in both")
            check({record.value()[:5] for record in others} == {one.value()[:5]}, "and of values")
        with bullet("The SQL metastore, Flink compute pools, and Kafka clusters are regional."):
            check(decode(one.value()) == {"s": "east"}, "one cluster")
            check([decode(record.value()) for record in others] == [{"s": "west"}] * 2, "other")
            check([partition_count(east.topic, b) for b in (BROKERS, region.address)] == [6, 6],
                  "a topic in each")
        with bullet("Both tables in either region share the Schema Registry subjects"
                    " `t_shared_schema-key` and `t_shared_schema-value`."):
            check(east.subjects() == west.subjects() == ["-key", "-value"], "the subjects")
            for side in ("key", "value"):
                check(registry("GET", f"/subjects/{east.topic}-{side}/versions") == [1],
                      f"one version of the {side}")
    finally:
        region.down(wipe=True)


CHANGES = [  # of a table; what the three modes make of them
    {"$op": "+I", "name": "Bob", "n": 42}, {"$op": "+I", "name": "Alice", "n": 13},
    {"$op": "+U", "name": "Alice", "n": 14}, {"$op": "-D", "name": "Bob", "n": 42}]


def modes_of(changes, modes):
    """Topics of the modes, filled with the changes by one pipeline."""
    key, plain = "name STRING PRIMARY KEY NOT ENFORCED, n INT", "name STRING, n INT"
    tables = {mode: Table(f"CREATE TABLE t_{mode} ({key if mode == 'upsert' else plain})"
                          f" WITH ('changelog.mode' = '{mode}');") for mode in modes}
    text = f"CREATE TABLE changes ({plain if modes == ['append'] else key});\n"
    text += "".join(table.create + "\n" for table in tables.values())
    text += "EXECUTE STATEMENT SET BEGIN\n" + "".join(
        f"INSERT INTO {table.name} SELECT * FROM changes;\n" for table in tables.values()) + "END;"
    binary = build(text, f"modes_{modes[0]}")
    with open(f"{binary}.rows", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(change) + "\n" for change in changes)
    done = run(binary, "--name", unique(f"modes_{modes[0]}"), "--input", f"changes={binary}.rows")
    check(done.returncode == 0, done.stderr)
    return [tables[mode] for mode in modes]


def append_mode():
    fact = {"name": "Bob", "n": 42}
    table, = modes_of([fact] * 12, ["append"])
    records = table.records()
    with bullet("Every insertion event is an **immutable fact**."):
        check([decode(record.value()) for record in records] == [fact] * 12, "each is kept")
    with bullet("Every event is **insert-only**."):
        check({op_of(record) for record in records} == {None}, "no `op` header")
        check(all(record.value() is not None for record in records), "no deletion")
    with bullet("Events can be distributed in a round-robin fashion across workers/shards because"
                " they are **unrelated**."):
        check(sorted(r.partition() for r in records) == sorted(list(range(6)) * 2), "two in each")


def upsert_and_retract_mode():
    upsert, retract = modes_of(CHANGES, ["upsert", "retract"])
    keyed, rows = {}, {}
    for record in upsert.records():
        keyed.setdefault(decode(record.key())["name"], []).append(record)
    with bullet("Events are **related** using a primary key."):
        check(sorted(keyed) == ["Alice", "Bob"], f"{sorted(keyed)}")
    with bullet("Every event is either an **upsert or delete** event for a primary key."):
        check([decode(r.value()) for r in keyed["Alice"]] == [{"n": 13}, {"n": 14}], "upserts")
        check([decode(r.value()) for r in keyed["Bob"]] == [{"n": 42}, None], "a tombstone")
        check({op_of(r) for found in keyed.values() for r in found} == {None}, "no `op` header")
    with bullet("Events for the same primary key should land at the same worker/shard."):
        for found in keyed.values():
            check({r.partition() for r in found} == {partition_of(found[0].key(), 6)}, "one place")
    for record in retract.records():
        rows.setdefault(tuple(decode(record.value()).values()), []).append(record)
    ops = {row: [op_of(record) for record in found] for row, found in rows.items()}
    with bullet("Every upsert event is a **fact that can be “undone”**."):
        check(ops[("Alice", 13)] == [None, 1], f"by UPDATE_BEFORE: {ops}")
    with bullet("This means that every event is either an insertion or its retraction."):
        check(ops == {("Bob", 42): [None, 3], ("Alice", 13): [None, 1], ("Alice", 14): [2]},
              f"{ops}")
    with bullet("So, **two events are related by all columns**. In other words, the entire row is"
                " the key."):
        for found in rows.values():
            check({r.partition() for r in found} == {partition_of(found[0].value(), 6)},
                  "the rows of one value lie in one place")
    with bullet("The **retract** mode is intermediate between the **append** and **upsert** modes."):
        check(all(r.key() is None for found in rows.values() for r in found), "no key, as append")
        check(retract.config("cleanup.policy") == "delete", "not compacted, as append")
        check(ops[("Bob", 42)][1] == 3, "deletions, as upsert")
    with bullet("The **append** and **upsert** modes are natural to existing Kafka consumers and"
                " producers."):
        latest = {}
        for record in upsert.records():  # As a consumer that knows nothing of Flink.
            latest[decode(record.key())["name"]] = decode(record.value())
        check(latest == {"Alice": {"n": 14}, "Bob": None}, f"{latest}")
    with bullet("Kafka compaction is a kind of **upsert**."):
        check(upsert.config("cleanup.policy") == "compact", "compacted")


def changelog_modes_of_one_table():
    table = Table("CREATE TABLE t_changelog_modes (i BIGINT);")
    counting = "INSERT INTO $ SELECT COUNT(*) FROM (VALUES (1), (2), (3));"
    retract = "ALTER TABLE $ SET ('changelog.mode' = 'retract');"
    with bullet("Confluent Cloud for Apache Flink always derives an appropriate changelog mode for"
                " the preceding declaration."):
        check("'changelog.mode' = 'append'" in table.run("SHOW CREATE TABLE $ ;"), "append")
    with bullet("If there is no primary key, **append** is the safest option, because it prevents"
                " users from pushing updates into a topic accidentally, and it has the best support"
                " of downstream consumers."):
        table.run("INSERT INTO $ SELECT 1;")
        check("D3001" in table.run(counting, status=1), "an updating query is refused")
        check(len(table.records()) == 1, "one record")
    with bullet("The table starts accepting retractions during INSERT INTO."):
        table.run(retract + counting)
    with bullet("Already existing records in the Kafka topic are treated as insertions."):
        hint = "/*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */"
        text = table.run(f"{retract} SELECT * FROM $ {hint};", "--format", "changelog")
        check("+I[1]" in text and "-U[1]" in text and "+U[3]" in text, text)
        check(sorted(text.split()) == sorted("+I[1] +I[1] -U[1] +U[2] -U[2] +U[3]".split()), text)
    with bullet("Newly added records receive a changeflag (+I, +U, -U, -D) in the Kafka message"
                " header."):
        found = sorted((decode(r.value())["i"], op_of(r) or 0) for r in table.records())
        check(found == [(1, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)], f"{found}")
    rows = table.select("i, headers", before=retract +
                        "ALTER TABLE $ SET ('changelog.mode' = 'append');"
                        "ALTER TABLE $ ADD headers MAP<STRING, BYTES> METADATA VIRTUAL;")
    check(sorted((row[0], len(row[1])) for row in rows)
          == [(1, 0), (1, 0), (1, 1), (2, 1), (2, 1), (3, 1)], f"back in append mode: {rows}")


def retention():
    one = "DISTRIBUTED INTO 1 BUCKETS"

    def kept(time):
        return Table(f"CREATE TABLE t_infinite_retention (i INT) {one} WITH"
                     f" ('kafka.retention.time' = '{time}');").config("retention.ms")

    with bullet("By default, the retention time is 7 days, as in all other APIs."):
        table = Table(f"CREATE TABLE t_default_retention (i INT) {one};")
        check(table.config("retention.ms") == str(7 * 86400000), "7 days")
    with bullet("Flink doesn't support `-1` for durations, so `0` means infinite retention time."):
        check(kept("0") == "-1", "Kafka's word for it")
        error = sql("CREATE TABLE t (i INT) WITH ('kafka.retention.time' = '-1');", status=1)
        check("D1009" in error, error)
    with bullet("Durations in Flink support `2 day` or `2 d` syntax, so it doesn't need to be in"
                " milliseconds."):
        check(kept("2 day") == kept("2 d") == str(2 * 86400000), "two days")
    with bullet("If no unit is specified, the unit is milliseconds."):
        check(kept("3600000") == "3600000", "an hour")
    with bullet("The following units are supported:"):
        day = 86400000
        for units, count in [("d day", 1), ("h hour", 24), ("m min minute", 24 * 60),
                             ("ms milli millisecond", day), ("µs micro microsecond", day * 1000),
                             ("ns nano nanosecond", day * 1000000)]:
            for unit in units.split():
                check(kept(f"{count} {unit}") == str(day), f"{count} {unit}")


def other_formats():
    """The example with a primary key, its key and value in JSON Schema and in Protobuf."""
    for form, kind in (("json-registry", "JSON"), ("proto-registry", "PROTOBUF")):
        name = f"t_pk_{kind.lower()}"
        table = Table(f"CREATE TABLE {name} (k INT PRIMARY KEY NOT ENFORCED, s STRING) WITH"
                      f" ('key.format' = '{form}', 'value.format' = '{form}');")
        table.insert(NINE)
        check(table.subjects() == ["-key", "-value"], f"{form}: {table.subjects()}")
        texts, ids = {}, {}
        for side in ("key", "value"):
            answer = registry("GET", f"/subjects/{table.topic}-{side}/versions/latest")
            check(answer["schemaType"] == kind, f"{form}: {answer}")
            texts[side], ids[side] = answer["schema"], answer["id"]
        if kind == "JSON":
            sides = {side: json.loads(text)["properties"] for side, text in texts.items()}
            check(list(sides["key"]) == ["k"] and list(sides["value"]) == ["s"], f"{sides}")
            check(json.loads(texts["key"])["required"] == ["k"], "k is not NULL")
        else:
            check(re.search(r"\bint32 k = 1;", texts["key"]) and "optional" not in texts["key"],
                  texts["key"])
            check("optional string s = 1;" in texts["value"], texts["value"])
        for record in table.records():
            for side, data in (("key", record.key()), ("value", record.value())):
                check(struct.unpack(">bI", data[:5]) == (0, ids[side]), f"{form}: prefix of {side}")
            check(record.partition() == partition_of(record.key(), 6), f"{form}: by the key's bytes")
            number = int(re.search(rb"v(\d)", record.value()).group(1))
            key = record.key()[5:]
            if kind == "JSON":
                check(json.loads(key) == {"k": number}, f"key {key}")
                check(json.loads(record.value()[5:]) == {"s": f"v{number}"}, "value")
            else:  # message index 0, then field 1; proto3 leaves a zero out
                wanted = b"\0" + (bytes([8, number]) if number else b"")
                check(key == wanted, f"key {key}")
                check(record.value()[5:] == b"\0\n\2v" + str(number).encode(), "value")
        rows = {record.key(): record for record in table.records()}
        check(len(rows) == 9, "a key each")


def every_bullet_was_checked():
    check(len(seen) == BULLETS, f"{len(seen)} of {BULLETS} bullets")
    print(f"{len(seen)} bullets")


main([
    minimal_table, primary_key, primary_key_in_append_mode, hash_distribution,
    all_concepts_combined, overlapping_names_disjoint_data, overlapping_names_joint_data,
    timestamp_column, string_key, schema_sharing, append_mode, upsert_and_retract_mode,
    changelog_modes_of_one_table, retention, other_formats, every_bullet_was_checked,
])
