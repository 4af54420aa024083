"""What the tests against the real services share: topics, records, pipelines, waiting.

Everything a test makes has a name of its own (`unique`), so tests may run side by side. A test
waits for conditions, never for a time to pass.
"""

import glob
import atexit
import hashlib
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import fastavro
from confluent_kafka import Consumer, KafkaError, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

BROKERS = os.environ["DDL2C_TEST_BROKERS"]
REGISTRY = os.environ["DDL2C_TEST_REGISTRY"]
DDL2C = os.environ.get("DDL2C", "ddl2c")
WAIT = 60  # seconds after which a condition counts as never met

_suffix = f"{os.getpid()}_{int(time.time() * 1000) % 100000000}"


def unique(name):
    """A topic or pipeline name that no other run has."""
    return f"{name}_{_suffix}"


def check(condition, message):
    """Fails the test. Unlike assert it cannot be switched off."""
    if not condition:
        raise SystemExit(f"FAILED: {message}")


def wait_for(condition, what, timeout=WAIT):
    """`what` may be a function: what there is to say when the time is over."""
    end = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        check(time.monotonic() < end,
              f"{what() if callable(what) else what}: not within {timeout} s")
        time.sleep(0.02)


# ---- topics and records ----


def admin(brokers=BROKERS):
    return AdminClient({"bootstrap.servers": brokers})


def create_topic(name, partitions=1, brokers=BROKERS, **config):
    config = {key.replace("_", "."): str(value) for key, value in config.items()}
    client = admin(brokers)  # Held: its futures end with it.
    client.create_topics([NewTopic(name, partitions, 1, config=config)])[name].result(WAIT)
    wait_for(lambda: partition_count(name, brokers) == partitions, f"topic {name}")


def delete_topic(name, brokers=BROKERS):
    client = admin(brokers)
    client.delete_topics([name])[name].result(WAIT)
    wait_for(lambda: partition_count(name, brokers) == 0, f"topic {name} gone")


def partition_count(name, brokers=BROKERS):
    client = admin(brokers)
    topics = client.list_topics(timeout=WAIT).topics
    return len(topics[name].partitions) if name in topics else 0


def producer(brokers=BROKERS, **config):
    settings = {"bootstrap.servers": brokers, "linger.ms": 5}
    settings.update({key.replace("_", "."): value for key, value in config.items()})
    return Producer(settings)


def produce(topic, values, partition=0, brokers=BROKERS):
    """Values, or (key, value) pairs, or dicts of Producer.produce; waits for delivery."""
    client = producer(brokers)
    for value in values:
        if isinstance(value, dict):
            client.produce(topic, partition=partition, **value)
        elif isinstance(value, tuple):
            client.produce(topic, key=value[0], value=value[1], partition=partition)
        else:
            client.produce(topic, value=value, partition=partition)
        client.poll(0)
    check(client.flush(WAIT) == 0, f"records for {topic} delivered")


def read_topic(topic, isolation="read_committed", brokers=BROKERS):
    """Every record of a topic up to its current end: confluent_kafka messages."""
    client = Consumer({
        "bootstrap.servers": brokers,
        "group.id": unique("reader"),
        "isolation.level": isolation,
        "enable.partition.eof": True,
        "enable.auto.commit": False,
        "auto.offset.reset": "error",
    })
    count = partition_count(topic, brokers)
    client.assign([TopicPartition(topic, p, 0) for p in range(count)])
    records, open_partitions = [], set(range(count))
    end = time.monotonic() + WAIT
    while open_partitions:
        check(time.monotonic() < end, f"{topic} read to its end")
        for message in client.consume(10000, 0.2):
            if not message.error():
                records.append(message)
            elif message.error().code() == KafkaError._PARTITION_EOF:
                open_partitions.discard(message.partition())
            else:
                check(False, f"reading {topic}: {message.error()}")
    client.close()
    return records


class Offsets:
    """High watermark and last stable offset of a topic's partitions."""

    def __init__(self, topic, brokers=BROKERS):
        base = {"bootstrap.servers": brokers, "group.id": unique("offsets")}
        self.topic = topic
        self.clients = [Consumer(base | {"isolation.level": level})
                        for level in ("read_uncommitted", "read_committed")]
        self.partitions = range(partition_count(topic, brokers))

    def open_transaction(self):
        """Whether records of an unfinished transaction stand in some partition."""
        for number in self.partitions:
            high, stable = [
                client.get_watermark_offsets(TopicPartition(self.topic, number), WAIT)[1]
                for client in self.clients
            ]
            if high > stable:
                return True
        return False

    def close(self):
        for client in self.clients:
            client.close()


# ---- registry ----


def registry(method, path, body=None, url=REGISTRY):
    request = urllib.request.Request(
        url + path, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/vnd.schemaregistry.v1+json"})
    try:
        with urllib.request.urlopen(request, timeout=WAIT) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        check(False, f"registry {method} {path}: {error.code} {error.read().decode()}")


def register(subject, schema):
    """The id of an Avro schema (a Python value) under a subject."""
    subject = urllib.request.quote(subject, safe="")
    return registry("POST", f"/subjects/{subject}/versions", {"schema": json.dumps(schema)})["id"]


_schemas = {}


def schema_of(number):
    if number not in _schemas:
        text = registry("GET", f"/schemas/ids/{number}")["schema"]
        _schemas[number] = fastavro.parse_schema(json.loads(text))
    return _schemas[number]


def encode(number, schema, datum):
    """Confluent's wire format by an independent Avro library."""
    import io
    out = io.BytesIO()
    out.write(struct.pack(">bI", 0, number))
    fastavro.schemaless_writer(out, schema, datum)
    return out.getvalue()


def decode(data):
    import io
    if data is None:
        return None
    magic, number = struct.unpack(">bI", data[:5])
    check(magic == 0, f"magic byte {magic}")
    stream = io.BytesIO(data[5:])
    datum = fastavro.schemaless_reader(stream, schema_of(number), None)
    check(stream.read() == b"", "no bytes behind the datum")
    return datum


# ---- partitions ----


def murmur2(data):
    """Kafka's murmur2; partitioning.py compares it with Kafka's own."""
    mix, seed, mask = 0x5BD1E995, 0x9747B28C, 0xFFFFFFFF
    value = (seed ^ len(data)) & mask
    whole = len(data) // 4 * 4
    for (word,) in struct.iter_unpack("<I", data[:whole]):
        word = word * mix & mask
        word = (word ^ word >> 24) * mix & mask
        value = (value * mix & mask) ^ word
    if data[whole:]:
        value = (value ^ int.from_bytes(data[whole:], "little")) * mix & mask
    value = (value ^ value >> 13) * mix & mask
    return value ^ value >> 15


def partition_of(key, count):
    """Where Kafka's Java producer puts a key."""
    return (murmur2(key) & 0x7FFFFFFF) % count


# ---- ddl2c and its pipelines ----


def ddl2c(*args, **options):
    return subprocess.run([DDL2C, *args], capture_output=True, text=True, timeout=300, **options)


_folder = tempfile.TemporaryDirectory(prefix="ddl2c-kafka-")


def build(sql, name="pipeline"):
    """Path of the static binary of a script."""
    script = os.path.join(_folder.name, f"{name}.sql")
    binary = os.path.join(_folder.name, name)
    with open(script, "w", encoding="utf-8") as file:
        file.write(sql)
    done = ddl2c("build", script, "-o", binary)
    check(done.returncode == 0, f"ddl2c build {name}:\n{done.stderr}")
    return binary


def environment_flags():
    return ["--brokers", BROKERS, "--registry", REGISTRY]


def run(binary, *args, timeout=120, env_flags=None):
    """Runs a pipeline to its end."""
    flags = environment_flags() if env_flags is None else env_flags
    return subprocess.run([binary, *flags, *args], capture_output=True, text=True, timeout=timeout)


def start(binary, *args, env_flags=None):
    """Starts a pipeline; its stderr goes to a file that `log_of` reads."""
    flags = environment_flags() if env_flags is None else env_flags
    log = tempfile.NamedTemporaryFile("w+", dir=_folder.name, suffix=".log", delete=False)
    process = subprocess.Popen([binary, *flags, *args], stdout=log, stderr=log)
    process.log_path = log.name
    return process


def log_of(process):
    with open(process.log_path, encoding="utf-8", errors="replace") as file:
        return file.read()


def stop(process, how=signal.SIGTERM, timeout=WAIT):
    process.send_signal(how)
    return process.wait(timeout)


# ---- a broker of one's own ----

SERVICES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "services")


def libraries(service):
    """Where Maven's jars of a service of the tests lie."""
    with open(os.path.join(SERVICES, f"{service}-pom.xml"), "rb") as file:
        mark = hashlib.sha256(file.read()).hexdigest()[:16]
    cache = os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "ddl2c")
    return os.path.join(cache, "services", f"{service}-{mark}")


def java(*args, more=(), **options):
    """Runs a class, or a source file, with the broker's own jars on the class path; its output.

    `more` are patterns of further jars.
    """
    jars = [os.path.join(libraries("kafka"), "*")]
    for pattern in more:
        found = glob.glob(pattern)
        check(found, f"{pattern}: no such jar")
        jars += found
    done = subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx256m",
                           "-Dfile.encoding=UTF-8", "-cp", os.pathsep.join(jars), *args],
                          capture_output=True, text=True, encoding="utf-8", timeout=180, **options)
    check(done.returncode == 0, f"java {args[0]}: {done.stdout}{done.stderr}")
    return done.stdout


class Broker:
    """A broker of the test's own, to be stopped or set up otherwise; `more` as kafka-up takes it."""

    def __init__(self, **more):
        self.data = tempfile.mkdtemp(prefix="ddl2c-broker-")
        self.port = 20000 + os.getpid() % 1000 * 10
        self.environment = os.environ | {"PORT": str(self.port), "DATA": self.data,
                                         "HEAP": "384m", "SECURE": "0"} | more
        self.address = f"127.0.0.1:{self.port}"

    def call(self, script, **more):
        done = subprocess.run([os.path.join(SERVICES, script)], env=self.environment | more,
                              capture_output=True, text=True, timeout=180)
        check(done.returncode == 0, f"{script}: {done.stdout}{done.stderr}")

    def up(self):
        self.call("kafka-up")

    def down(self, wipe=False):
        self.call("kafka-down", **({"WIPE": "1"} if wipe else {}))


class RegistryProxy:
    """registry-proxy before the registry, of the test's own: nobody else's faults are in it."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.path.join(SERVICES, "registry-proxy"), "--target", REGISTRY],
            stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        atexit.register(self.close)

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.url + path, method=method,
                                         data=None if body is None else json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=WAIT) as answer:
            return json.load(answer)

    def fault(self, match, **how):
        self.call("POST", "/__faults", {"match": match, "count": 1_000_000} | how)

    def release(self):
        self.call("DELETE", "/__faults")

    def held(self):
        return self.call("GET", "/__held")

    def close(self):
        self.process.kill()
        self.process.wait()


def main(tests):
    """Runs the tests named on the command line, or all; prints a line each. Fails at the end."""
    wanted = sys.argv[1:] or [test.__name__ for test in tests]
    failed = []
    for test in tests:
        if test.__name__ in wanted:
            began = time.monotonic()
            try:
                test()
                print(f"{test.__name__} ok ({time.monotonic() - began:.1f} s)", flush=True)
            except (SystemExit, Exception) as error:
                print(f"{test.__name__} {error}", flush=True)
                failed.append(test.__name__)
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)
