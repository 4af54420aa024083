"""Schema ids, registries, errors: what independent clients write is read, what we write they read,
and what cannot be decoded goes where the table says."""

import io
import json
import os
import random
import signal
import socket
import struct
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import fastavro

from harness import (BROKERS, Offsets, build, check, create_topic, ddl2c, decode, delete_topic,
                     encode, log_of, main, partition_count, produce, producer, read_topic, register, run,
                     start, stop, unique, wait_for)

BOUNDED = "'scan.bounded.mode' = 'latest-offset'"
FAR = 1 << 40  # Its datum is long enough for readers that always want a prefix's length.
LONG = {"type": "record", "name": "r",
        "fields": [{"name": "n", "type": ["null", "long"], "default": None}]}


class Registry:
    """A registry of the test's own: subjects, ids, GUIDs, references, contexts; counts requests."""

    def __init__(self):
        self.schemas, self.subjects, self.log = [], {}, []
        self.fail = {}  # "METHOD path" -> (status, body), answered instead
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args):
                pass

            def answer(self, status, body):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do(self):
                size = int(self.headers.get("Content-Length", 0))
                body = json.loads(self.rfile.read(size) or b"null")
                outer.log.append(f"{self.command} {self.path}")
                self.answer(*outer.reply(self.command, self.path, body))

            do_GET = do_POST = do_PUT = do_DELETE = do

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def add(self, subject, schema, kind="AVRO", references=()):
        """The id; the same text has the same id everywhere."""
        text = schema if isinstance(schema, str) else json.dumps(schema)
        entry = (text, kind, json.dumps(list(references)))
        if entry not in self.schemas:
            self.schemas.append(entry)
        number = self.schemas.index(entry) + 1
        versions = self.subjects.setdefault(subject, [])
        if number not in versions:
            versions.append(number)
        return number

    def guid(self, number):
        return uuid.uuid5(uuid.NAMESPACE_OID, repr(self.schemas[number - 1]))

    def schema(self, number, **more):
        text, kind, references = self.schemas[number - 1]
        return {"schema": text, "schemaType": kind, "references": json.loads(references),
                "guid": str(self.guid(number))} | more

    def reply(self, method, path, body):
        plain = urllib.request.unquote(path.split("?")[0])
        for match, answer in self.fail.items():
            if match in f"{method} {plain}":
                return answer
        parts = plain.strip("/").split("/")
        if plain.startswith("/schemas/ids/"):
            number = int(parts[2])
            if 0 < number <= len(self.schemas):
                return 200, self.schema(number)
            return 404, {"error_code": 40403, "message": f"Schema {number} not found"}
        if plain.startswith("/schemas/guids/"):
            for number in range(1, len(self.schemas) + 1):
                if str(self.guid(number)) == parts[2]:
                    return 200, self.schema(number)
            return 404, {"error_code": 40403, "message": "Schema not found"}
        if parts[0] == "subjects" and len(parts) >= 2:
            return self.subject(method, plain[len("/subjects/"):], body)
        if parts[0] == "config":
            return 200, {"compatibilityLevel": "NONE"}
        return 404, {"error_code": 404, "message": "no such thing"}

    def subject(self, method, rest, body):
        subject, _, version = rest.partition("/versions")
        if method == "POST":
            number = self.add(subject, body["schema"], body.get("schemaType", "AVRO"),
                              body.get("references", ()))
            return 200, {"id": number, "version": 1}
        versions = self.subjects.get(subject)
        if not versions:
            return 404, {"error_code": 40401, "message": f"Subject '{subject}' not found."}
        if version in ("", "/"):
            return 200, list(range(1, len(versions) + 1))
        which = len(versions) if version == "/latest" else int(version[1:])
        number = versions[which - 1]
        return 200, self.schema(number, id=number, version=which, subject=subject)

    def flags(self):
        return ["--brokers", BROKERS, "--registry", self.url]


def datum(schema, value):
    out = io.BytesIO()
    fastavro.schemaless_writer(out, schema, value)
    return out.getvalue()


def prefixed(number, schema, value):
    return struct.pack(">bI", 0, number) + datum(schema, value)


def derived(topic, fields):
    """The schema of a table's value, as it is derived."""
    return {"type": "record", "name": f"{topic}_value".replace("-", "_"),
            "namespace": "org.apache.flink.avro.generated.record", "fields": fields}


def copy(name, source, sink, options="", sink_options=""):
    return build(f"""
        CREATE TABLE `{source}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS WITH ({BOUNDED} {options});
        CREATE TABLE `{sink}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS
          WITH ('changelog.mode' = 'append' {sink_options});
        INSERT INTO `{sink}` SELECT n FROM `{source}`;
    """, name)


# ---- ids in headers ----


def ids_in_headers_both_ways():
    """Payload, header with id, header with GUID, none: all read; what we write has the GUID."""
    own, source, sink = Registry(), unique("hdr_in"), unique("hdr_out")
    create_topic(source)
    number = own.add(f"{source}-value", derived(source, LONG["fields"]))
    schema = derived(source, LONG["fields"])
    guid = b"\1" + own.guid(number).bytes
    produce(source, [
        {"value": prefixed(number, schema, {"n": 1})},
        {"value": datum(schema, {"n": 2}),
         "headers": [("__value_schema_id", struct.pack(">bI", 0, number))]},
        {"value": datum(schema, {"n": 3}), "headers": [("x", b"y"), ("__value_schema_id", guid)]},
        {"value": datum(schema, {"n": 4})},
        {"value": b"\1" + own.guid(number).bytes + datum(schema, {"n": 5})},
    ])
    done = run(copy("hdr", source, sink, sink_options=", 'value.format.id-encoding' = 'header'"),
               "--name", unique("hdr"), env_flags=own.flags())
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    records = read_topic(sink)
    written = own.subjects[f"{sink}-value"][0]
    schema = json.loads(own.schemas[written - 1][0])
    values = [fastavro.schemaless_reader(io.BytesIO(r.value()), schema, None)["n"]
              for r in records]
    check(values == [1, 2, 3, 4, 5], f"every row, not {values}")
    headers = {tuple(r.headers()) for r in records}
    check(headers == {(("__value_schema_id", b"\1" + own.guid(written).bytes),)},
          f"the GUID of schema {written}, not {headers}")


def ids_in_headers_of_other_clients():
    """confluent-kafka's serializer with the header's id, and its deserializer for what we write."""
    from confluent_kafka.schema_registry import (SchemaRegistryClient,
                                                 dual_schema_id_deserializer,
                                                 header_schema_id_serializer)
    from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
    from confluent_kafka.serialization import MessageField, SerializationContext
    own, source, sink = Registry(), unique("cli_in"), unique("cli_out")
    create_topic(source)
    schema = derived(source, LONG["fields"])
    client = SchemaRegistryClient({"url": own.url})
    own.add(f"{source}-value", schema)
    write = AvroSerializer(client, json.dumps(schema), conf={
        "auto.register.schemas": False, "use.latest.version": True,
        "schema.id.serializer": header_schema_id_serializer})
    messages = []
    for n in range(3):
        headers = []
        context = SerializationContext(source, MessageField.VALUE, headers)
        messages.append({"value": write({"n": n + FAR}, context), "headers": headers})
    check(all(len(message["headers"]) == 1 for message in messages), "ids are in headers")
    produce(source, messages)
    done = run(copy("cli", source, sink, sink_options=", 'value.format.id-encoding' = 'header'"),
               "--name", unique("cli"), env_flags=own.flags())
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    read = AvroDeserializer(client, conf={"schema.id.deserializer": dual_schema_id_deserializer})
    rows = [read(record.value(),
                 SerializationContext(sink, MessageField.VALUE, record.headers()))
            for record in read_topic(sink)]
    check(rows == [{"n": n + FAR} for n in range(3)], f"the client reads our records, not {rows}")


def a_registry_without_guids_gets_the_id():
    source, sink = unique("noguid_in"), unique("noguid_out")
    create_topic(source)
    schema = derived(source, LONG["fields"])
    number = register(f"{source}-value", schema)
    produce(source, [encode(number, schema, {"n": 7})])
    done = run(copy("noguid", source, sink, sink_options=", 'value.format.id-encoding' = 'header'"),
               "--name", unique("noguid"))
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    record = read_topic(sink)[0]
    (name, value), = record.headers()
    check(name == "__value_schema_id" and len(value) in (5, 17), f"a header, not {name} {value}")
    check(record.value() == b"\2\x0e", f"the datum alone, not {record.value()}")


def schema_contexts_are_part_of_the_subject():
    own, table = Registry(), unique("ctx")
    script = (f"CREATE TABLE `{table}` (n INT) DISTRIBUTED INTO 1 BUCKETS "
              "WITH ('value.avro-registry.schema-context' = '.mine');"
              f"INSERT INTO `{table}` VALUES (1); SELECT n FROM `{table}`;")
    done = ddl2c("run", *own.flags(), "-X", "auto.offset.reset=error", "-e", script.replace(
        "'.mine')", "'.mine', 'scan.bounded.mode' = 'latest-offset')"))
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    check("+I[1]" in done.stdout, done.stdout)
    check(f":.mine:{table}-value" in own.subjects, f"the subject of the context: {own.subjects}")
    asked = [line for line in own.log if "/schemas/ids/" in line]
    check(all("subject=%3A.mine" in line for line in asked), f"ids are asked in it: {asked}")


# ---- errors ----


def error_rows(table):
    return [decode(record.value()) for record in read_topic(table)]


def poison_goes_to_the_error_table():
    """REG-05 with error-handling.mode = log: each once, with its place and reason."""
    source, sink, errors = unique("dlq_in"), unique("dlq_out"), unique("dlq_errors")
    create_topic(source)
    schema = derived(source, LONG["fields"])
    number = register(f"{source}-value", schema)
    good = encode(number, schema, {"n": 7})
    poison = [bytes.fromhex(text) for text in
              ("007fffffff02", "010000000102", "000000", "7b7d", "")] + [good + b"\0", good[:-1]]
    produce(source, [{"key": b"k", "value": value, "headers": [("h", b"1"), ("e", None)],
                      "timestamp": 1000} for value in poison] + [good])
    pipeline = unique("dlq")
    done = run(copy("dlq", source, sink, f", 'error-handling.mode' = 'log', "
                    f"'error-handling.log.target' = '{errors}'"), "--name", pipeline)
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    check([decode(r.value()) for r in read_topic(sink)] == [{"n": 7}], "the good record alone")
    rows = error_rows(errors)
    check(Counter(row["source_record"]["offset"] for row in rows) ==
          Counter(range(len(poison))), f"each once: {rows}")
    reasons = {0: "unknown|knows no", 1: "magic byte: 0x01", 2: "too few bytes", 3: "too few bytes",
               4: "it is empty", 5: "1 more follow", 6: "ends within"}
    for row in rows:
        record = row["source_record"]
        check(record["topic"] == source and record["partition"] == 0, f"the place: {record}")
        check(record["value"] == poison[record["offset"]] and record["key"] == b"k",
              f"the bytes: {record}")
        check(record["headers"] == {"h": b"1", "e": None}, f"the headers: {record}")
        check(row["statement_name"] == pipeline and row["affected_name"] == source, f"{row}")
        check(any(part in row["error_message"] for part in reasons[record["offset"]].split("|")),
              f"the reason of {record['offset']}: {row['error_message']}")


def the_error_table_must_be_made():
    source, errors = unique("nodlq_in"), unique("nodlq_errors")
    create_topic(source)
    binary = copy("nodlq", source, unique("nodlq_out"), f", 'error-handling.mode' = 'log', "
                  f"'error-handling.log.target' = '{errors}'")
    done = run(binary, "--name", unique("nodlq"))
    check(done.returncode == 0 and partition_count(errors), f"it is made:\n{done.stderr}")
    delete_topic(errors)
    done = run(binary, "--name", unique("nodlq"), "--no-create")
    check(done.returncode == 3, f"exit {done.returncode}:\n{done.stderr}")
    check(errors in done.stderr, f"the table is named:\n{done.stderr}")


def error_rows_survive_kills_exactly_once():
    """kill -9 with every third record undecodable: outputs and error rows come exactly once."""
    records, kills, rate = 24_000, 5, 3_000
    seed = int(os.environ.get("SEED", random.randrange(1 << 30)))
    print(f"seed {seed}")
    dice = random.Random(seed)
    source, sink, errors = unique("kill_in"), unique("kill_out"), unique("kill_errors")
    create_topic(source)
    create_topic(sink)
    schema = derived(source, LONG["fields"])
    number = register(f"{source}-value", schema)
    binary = build(f"""
        CREATE TABLE `{source}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS WITH
          ('error-handling.mode' = 'log', 'error-handling.log.target' = '{errors}');
        CREATE TABLE `{sink}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS;
        INSERT INTO `{sink}` SELECT n FROM `{source}`;
    """, "kill")
    flags = ["--name", unique("kill"), "--commit-interval", "500 ms"]
    client, offsets = producer(), Offsets(sink)

    def feed():
        began = time.monotonic()
        for n in range(records):
            value = encode(number, schema, {"n": n})
            client.produce(source, value=b"\7" + value[1:] if n % 3 == 0 else value, partition=0)
            if n % 100 == 99:
                client.poll(0)
                time.sleep(max(0, n / rate - (time.monotonic() - began)))
        check(client.flush(60) == 0, "records delivered")

    feeder = threading.Thread(target=feed)
    feeder.start()
    process, hits = start(binary, *flags), 0
    for kill in range(kills):
        wait_for(offsets.open_transaction, f"transaction of run {kill}:\n{log_of(process)}")
        time.sleep(dice.uniform(0, 0.5))
        process.send_signal(signal.SIGKILL)
        process.wait()
        hits += offsets.open_transaction()
        process = start(binary, *flags)
    feeder.join()
    print(f"{kills} kills, {hits} in an open transaction")
    wait_for(lambda: partition_count(errors) and len(read_topic(errors)) >= records // 3 and
             len(read_topic(sink)) >= records - records // 3,
             f"everything behind the last kill:\n{log_of(process)}")
    check(stop(process) == 0, f"a stopped pipeline exits 0:\n{log_of(process)}")
    rows = Counter(decode(record.value())["n"] for record in read_topic(sink))
    bad = Counter(row["source_record"]["offset"] for row in error_rows(errors))
    check(rows == Counter(n for n in range(records) if n % 3), "each good record once")
    check(bad == Counter(n for n in range(records) if n % 3 == 0), "each bad record once")


# ---- metrics ----


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return answer.read().decode(), answer.headers["Content-Type"]


def metrics_and_status_page():
    source, sink = unique("met_in"), unique("met_out")
    create_topic(source)
    schema = derived(source, LONG["fields"])
    number = register(f"{source}-value", schema)
    produce(source, [encode(number, schema, {"n": n}) for n in range(10)] + [b"\7\7\7"])
    binary = build(f"""
        CREATE TABLE `{source}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS
          WITH ('error-handling.mode' = 'ignore');
        CREATE TABLE `{sink}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS
          WITH ('changelog.mode' = 'retract');
        INSERT INTO `{sink}` SELECT DISTINCT n FROM `{source}`;
    """, "met")
    port, name = free_port(), unique("met")
    process = start(binary, "--name", name, "--metrics", f"127.0.0.1:{port}")

    def metric(what, label=""):
        try:
            text, _ = get(port, "/metrics")
        except OSError:
            return None
        for line in text.splitlines():
            if line.startswith(what + "{") and label in line:
                check(f'pipeline="{name}"' in line, line)
                return float(line.split()[-1])
        return None

    wait_for(lambda: metric("ddl2c_rows_out_total") == 10, f"ten rows out:\n{log_of(process)}")
    wait_for(lambda: metric("ddl2c_commits_total") == 1, "a commit")
    check(metric("ddl2c_records_in_total", f'source="source-{source}"') == 11, "eleven records in")
    check(metric("ddl2c_records_skipped_total") == 1, "one skipped")
    check(metric("ddl2c_state_entries") == 10, "an entry of state a row")
    check(metric("ddl2c_state_bytes") > 0, "what they take")
    wait_for(lambda: metric("ddl2c_lag_records", 'partition="0"') == 0, "no lag")
    check(metric("ddl2c_schema_fetches_total") >= 1, "schemas were fetched")
    page, kind = get(port, "/")
    check(kind.startswith("text/html") and "INSERT INTO" in page and name in page, page)
    try:
        get(port, "/other")
        check(False, "/other is not found")
    except urllib.error.HTTPError as error:
        check(error.code == 404, f"404, not {error.code}")
    second = run(binary, "--name", unique("met2"), "--metrics", f"127.0.0.1:{port}")
    check(second.returncode == 2 and "cannot listen" in second.stderr, second.stderr)
    check(stop(process) == 0, log_of(process))
    for wrong in ("nowhere", "127.0.0.1:x", "no-such-host.invalid:1"):
        done = run(binary, "--metrics", wrong)
        check(done.returncode == 2 and "--metrics" in done.stderr, f"{wrong}: {done.stderr}")


# ---- field cases ----


def reg_07_subjects_with_slashes_and_letters():
    own, table = Registry(), unique("reg07")
    subject = "path/to/ümlaut and.proto"
    script = (f"CREATE TABLE `{table}` (n INT) DISTRIBUTED INTO 1 BUCKETS "
              f"WITH ('value.format.subject-names' = '{subject}', {BOUNDED});"
              f"INSERT INTO `{table}` VALUES (1); SELECT n FROM `{table}`;")
    done = ddl2c("run", *own.flags(), "-e", script)
    check(done.returncode == 0 and "+I[1]" in done.stdout, done.stderr + done.stdout)
    check(subject in own.subjects, f"{own.subjects}")
    check(any("/subjects/path%2Fto%2F%C3%BCmlaut%20and.proto/versions" in line
              for line in own.log), f"one segment of the path: {own.log}")


def reg_10_the_same_id_under_several_subjects():
    own, source, sink = Registry(), unique("reg10_in"), unique("reg10_out")
    create_topic(source)
    schema = derived(source, LONG["fields"])
    own.add("a-value", schema)
    number = own.add(f"{source}-value", schema)
    check(number == 1, "one id")
    produce(source, [prefixed(number, schema, {"n": 5})])
    done = run(copy("reg10", source, sink), "--name", unique("reg10"), env_flags=own.flags())
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    check(len(read_topic(sink)) == 1, "the record decodes")


def reg_11_an_id_that_means_another_schema_now():
    own, source, sink = Registry(), unique("reg11_in"), unique("reg11_out")
    create_topic(source)
    own.add(f"{source}-value", '"string"')
    produce(source, [bytes.fromhex("000000000102047879")])
    binary = build(f"""
        CREATE TABLE `{source}` (v STRING) DISTRIBUTED INTO 1 BUCKETS WITH ({BOUNDED});
        CREATE TABLE `{sink}` (v STRING) DISTRIBUTED INTO 1 BUCKETS;
        INSERT INTO `{sink}` SELECT v FROM `{source}`;
    """, "reg11")
    done = run(binary, "--name", unique("reg11"), env_flags=own.flags())
    check(done.returncode == 4, f"exit {done.returncode}:\n{done.stderr}")
    check("offset 0" in done.stderr, f"the record is reported:\n{done.stderr}")
    check(read_topic(sink) == [], "no row of garbage")


def reg_12_the_registrys_reason_in_full():
    own, source, sink = Registry(), unique("reg12_in"), unique("reg12_out")
    create_topic(source)
    reason = ("Schema being registered is incompatible; details: [{type:TYPE_MISMATCH, "
              "location:/fields/0/type, reader:LONG, writer:STRING}]")
    own.fail[f"POST /subjects/{sink}-value"] = (409, {"error_code": 409, "message": reason})
    done = run(copy("reg12", source, sink), "--name", unique("reg12"), env_flags=own.flags())
    check(done.returncode == 3, f"exit {done.returncode}:\n{done.stderr}")
    for part in ("409", reason, f"{sink}-value", sink):
        check(part in done.stderr, f"{part} in the message:\n{done.stderr}")


def reg_13_large_schemas():
    columns = 5000
    own, table = Registry(), unique("reg13")
    fields = ", ".join(f"column_number_{n} STRING" for n in range(columns))
    script = f"CREATE TABLE `{table}` ({fields}) DISTRIBUTED INTO 1 BUCKETS;"
    done = ddl2c("run", *own.flags(), "-", input=script)
    check(done.returncode == 0, done.stderr[:2000])
    check(len(own.schemas[0][0]) > 250_000, "the whole schema is registered")
    own.fail["POST /subjects"] = (422, {"error_code": 42201, "message": "RecordTooLarge: 9 MB"})
    done = ddl2c("run", *own.flags(), "-", input=script.replace(table, table + "_2"))
    check(done.returncode == 3 and "RecordTooLarge: 9 MB" in done.stderr, done.stderr[:2000])
    # More than generated code takes: registered, and refused by name where a query reads it.
    own, table, columns = Registry(), unique("reg13_huge"), 20_000
    fields = ", ".join(f"column_number_{n} STRING" for n in range(columns))
    script = f"CREATE TABLE `{table}` ({fields}) DISTRIBUTED INTO 1 BUCKETS;"
    done = ddl2c("run", *own.flags(), "-", input=script)
    check(done.returncode == 0, done.stderr[:2000])
    check(len(own.schemas[0][0]) > 1_000_000, "the whole schema is registered")
    done = ddl2c("run", *own.flags(), "-", input=f"{script} SELECT column_number_7 FROM `{table}`;")
    check(done.returncode == 1 and "D4005" in done.stderr and "too large" in done.stderr and
          table in done.stderr, done.stderr[:2000])


def reg_15_a_topic_without_a_subject_of_its_name():
    """RecordNameStrategy: readable when the table names the subject, else a message."""
    own, source, sink = Registry(), unique("reg15_in"), unique("reg15_out")
    create_topic(source)
    schema = derived(source, LONG["fields"])
    number = own.add("com.example.Order", schema)
    produce(source, [prefixed(number, schema, {"n": 3}), datum(schema, {"n": 4})])
    named = copy("reg15", source, sink, ", 'value.format.subject-names' = 'com.example.Order'")
    done = run(named, "--name", unique("reg15"), env_flags=own.flags())
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    check(len(read_topic(sink)) == 2, "both records")
    own.subjects.pop(f"{source}-value", None)
    done = run(copy("reg15b", source, unique("reg15_out2")), "--name", unique("reg15b"),
               "--no-create", env_flags=own.flags())
    check(done.returncode != 0, "without a subject nothing is guessed")


def kfk_12_instances_come_and_go():
    """Instances of one name are killed and replaced under load: every number exactly once."""
    source, sink, rows = unique("kfk12_in"), unique("kfk12_out"), 20_000
    create_topic(source, 2)
    binary = build(f"""
        CREATE TABLE `{source}` (n BIGINT) DISTRIBUTED INTO 2 BUCKETS
          WITH ('value.format' = 'raw');
        CREATE TABLE `{sink}` (n BIGINT) DISTRIBUTED INTO 2 BUCKETS WITH ('value.format' = 'raw');
        INSERT INTO `{sink}` SELECT n FROM `{source}`;
    """, "kfk12")
    flags = ["--name", unique("kfk12"), "--commit-interval", "200 ms"]
    process = start(binary, *flags)
    client = producer()
    for block in range(5):
        for n in range(block * rows // 5, (block + 1) * rows // 5):
            client.produce(source, value=struct.pack(">q", n), partition=n % 2)
            client.poll(0)
        check(client.flush(60) == 0, "records delivered")
        # Whoever begins last has the transactions: the next one comes when this one works.
        wait_for(lambda: len(read_topic(sink)) > block * rows // 5, f"rows:\n{log_of(process)}")
        other = start(binary, *flags)  # Takes over; the older one is killed, or fenced or stopped.
        process.send_signal(signal.SIGKILL if block % 2 else signal.SIGTERM)
        process.wait(60)
        process = other
    wait_for(lambda: len(read_topic(sink)) >= rows, f"every row:\n{log_of(process)}")
    check(stop(process) == 0, log_of(process))
    counts = Counter(struct.unpack(">q", record.value())[0] for record in read_topic(sink))
    check(counts == Counter(range(rows)), "every number exactly once")


main([
    ids_in_headers_both_ways,
    ids_in_headers_of_other_clients,
    a_registry_without_guids_gets_the_id,
    schema_contexts_are_part_of_the_subject,
    poison_goes_to_the_error_table,
    the_error_table_must_be_made,
    error_rows_survive_kills_exactly_once,
    metrics_and_status_page,
    reg_07_subjects_with_slashes_and_letters,
    reg_10_the_same_id_under_several_subjects,
    reg_11_an_id_that_means_another_schema_now,
    reg_12_the_registrys_reason_in_full,
    reg_13_large_schemas,
    reg_15_a_topic_without_a_subject_of_its_name,
    kfk_12_instances_come_and_go,
])
