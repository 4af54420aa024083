"""Pairs of writer's and reader's schema through resolution programs, beside fastavro.

pairs.py RESOLVE_TOOL [PAIRS [SEED]]: readers are random; writers are made of them by steps of
evolution — each step alone, each two of them, then several at random. fastavro writes values by the
writer's schema and reads them by the reader's; the tool must find the same.
"""

import copy
import io
import itertools
import json
import random
import struct
import subprocess
import sys

import fastavro

DATUMS = 3


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.serial = 0

    def name(self, kind):
        self.serial += 1
        return f"{kind}{self.serial}"

    def pick(self, *choices):
        return self.random.choice(choices)

    # ---- schemas ----

    def atom(self):
        return self.pick(
            "boolean", "int", "long", "float", "double", "string", "bytes",
            {"type": "int", "logicalType": "date"}, {"type": "long", "logicalType": "time-micros"},
            {"type": "int", "logicalType": "time-millis"},
            {"type": "long", "logicalType": "timestamp-millis"},
            {"type": "long", "logicalType": "timestamp-micros"},
            {"type": "long", "logicalType": "local-timestamp-millis"},
            {"type": "string", "logicalType": "uuid"})

    def decimal(self):
        precision = self.random.randint(1, 38)
        scale = self.random.randint(0, precision)
        base = {"type": "bytes"}
        if self.pick(True, False):
            base = {"type": "fixed", "name": self.name("Dec"), "size": 17}
        return base | {"logicalType": "decimal", "precision": precision, "scale": scale}

    def enum(self):
        symbols = [f"S{n}" for n in range(self.random.randint(1, 6))]
        return {"type": "enum", "name": self.name("Enum"), "symbols": symbols}

    def record(self, depth):
        fields = [{"name": f"f{n}", "type": self.schema(depth - 1)}
                  for n in range(self.random.randint(1, 5))]
        return {"type": "record", "name": self.name("Record"), "fields": fields}

    def union(self, depth):
        kinds = self.random.sample(["boolean", "long", "string", "record", "enum", "array"],
                                   self.random.randint(2, 4))
        make = {"record": lambda: self.record(depth), "enum": self.enum,
                "array": lambda: {"type": "array", "items": self.plain(0)}}
        return self.pick([], ["null"]) + [make.get(kind, lambda k=kind: k)() for kind in kinds]

    def plain(self, depth):
        kind = self.random.randint(0, 11 if depth > 0 else 7)
        if kind < 5:
            return self.atom()
        if kind == 5:
            return self.decimal()
        if kind == 6:
            return self.enum()
        if kind == 7:
            return {"type": "fixed", "name": self.name("Fixed"), "size": self.random.randint(1, 9)}
        if kind == 8:
            return {"type": "array", "items": self.schema(depth - 1)}
        if kind == 9:
            return {"type": "map", "values": self.schema(depth - 1)}
        return self.record(depth)

    def schema(self, depth):
        kind = self.random.randint(0, 7)
        if kind < 2:
            return ["null", self.plain(depth)]
        if kind == 2:
            return [self.plain(depth), "null"]
        if kind == 3 and depth > 0:
            return self.union(depth)
        return self.plain(depth)

    # ---- values: of the base types, as Avro's logical types stand on them ----

    def value(self, schema):
        kind = schema if isinstance(schema, str) else schema
        if isinstance(schema, list):
            branch = self.random.randrange(len(schema))
            inner = self.value(schema[branch])
            if isinstance(schema[branch], dict) and "name" in schema[branch]:
                return (schema[branch]["name"], inner)
            return inner
        if isinstance(schema, dict):
            kind = schema["type"]
        maker = getattr(self, f"make_{kind}")
        return maker(schema)

    def make_null(self, _):
        return None

    def make_boolean(self, _):
        return self.pick(True, False)

    def make_int(self, schema):
        if isinstance(schema, dict) and schema.get("logicalType") == "time-millis":
            return self.random.randrange(86400000)
        return self.random.randint(-2**31, 2**31 - 1) >> self.random.randint(0, 31)

    def make_long(self, schema):
        if isinstance(schema, dict) and schema.get("logicalType") == "time-micros":
            return self.random.randrange(86400000) * 1000
        return self.random.randint(-2**63, 2**63 - 1) >> self.random.randint(0, 63)

    def make_float(self, _):
        return self.random.randint(-2**20, 2**20) / 16

    def make_double(self, _):
        return self.random.random() * 10 ** self.random.randint(-5, 20)

    def make_string(self, _):
        return "".join(self.random.choices("aZ é€\U0001f600\"\\\n", k=self.random.randint(0, 20)))

    def make_bytes(self, schema):
        if isinstance(schema, dict) and schema.get("logicalType") == "decimal":
            value = self.unscaled(schema)
            return value.to_bytes((value.bit_length() + 8) // 8, "big", signed=True)
        return self.make_string(schema).encode()

    def unscaled(self, schema):
        digits = self.random.randint(0, schema["precision"])
        return self.random.randint(-10**digits + 1, 10**digits - 1)

    def make_fixed(self, schema):
        if schema.get("logicalType") == "decimal":
            return self.unscaled(schema).to_bytes(schema["size"], "big", signed=True)
        return self.random.randbytes(schema["size"])

    def make_enum(self, schema):
        return self.random.choice(schema["symbols"])

    def make_array(self, schema):
        return [self.value(schema["items"]) for _ in range(self.random.randint(0, 4))]

    def make_map(self, schema):
        return {f"k{n}": self.value(schema["values"]) for n in range(self.random.randint(0, 4))}

    def make_record(self, schema):
        return {field["name"]: self.value(field["type"]) for field in schema["fields"]}


# ---- steps of evolution: they change a record of the writer's, the reader's or both ----

def new_optional_field(g, writer, reader):
    reader["fields"].append({"name": "added", "type": ["null", g.plain(0)], "default": None})


def new_field_with_default(g, writer, reader):
    kind, default = g.pick(
        ("int", -7), ("long", 2**40), ("double", 2.5), ("string", "é\""), ("boolean", True),
        ("bytes", "\u00ff\u0000\u0001"), ({"type": "array", "items": "int"}, [1, -2]),
        ({"type": "map", "values": "string"}, {"a": "b"}),
        ({"type": "fixed", "name": g.name("Fixed"), "size": 2}, "\u00ffa"),
        ({"type": "enum", "name": g.name("Enum"), "symbols": ["A", "B"]}, "B"),
        (["long", "null"], 5),
        ({"type": "record", "name": g.name("Record"), "fields": [
            {"name": "x", "type": "int"}, {"name": "y", "type": ["null", "string"]}]},
         {"x": 3, "y": None}))
    reader["fields"].insert(0, {"name": "defaulted", "type": kind, "default": default})


def removed_field(g, writer, reader):
    writer["fields"].insert(g.random.randint(0, len(writer["fields"])),
                            {"name": "gone", "type": g.schema(1)})


def promoted_type(g, writer, reader):
    promotions = {"long": ["int"], "float": ["int", "long"], "double": ["int", "long", "float"],
                  "string": ["bytes"], "bytes": ["string"]}
    for before, after in zip(writer["fields"], reader["fields"]):
        if before["type"] == after["type"] and after["type"] in list(promotions):
            before["type"] = g.random.choice(promotions[after["type"]])


def reordered_fields(g, writer, reader):
    g.random.shuffle(writer["fields"])


def renamed_with_alias(g, writer, reader):
    field = g.random.choice(reader["fields"])
    if "aliases" not in field and any(f["name"] == field["name"] for f in writer["fields"]):
        field["aliases"] = [field["name"]]
        field["name"] = g.name("renamed")


def optional_in_reader(g, writer, reader):
    for field in reader["fields"]:
        if not isinstance(field["type"], list) and "default" not in field:
            field["type"] = ["null", field["type"]]
            return


def optional_in_writer(g, writer, reader):
    """A value that is there all the same."""
    for field in writer["fields"]:
        if not isinstance(field["type"], list):
            field["type"] = [field["type"]]
            return


def widened_union(g, writer, reader):
    for before, after in zip(writer["fields"], reader["fields"]):
        if isinstance(after["type"], list) and before["type"] == after["type"] and \
                "double" not in after["type"] and "long" not in after["type"] and \
                "default" not in after and len([b for b in after["type"] if b != "null"]) > 1:
            after["type"] = after["type"] + ["double"]
            return


def enum_with_default(g, writer, reader):
    symbols = ["A", "B", "C", "D"]
    name = g.name("Enum")
    writer["fields"].append({"name": "chosen", "type": {
        "type": "enum", "name": name, "symbols": symbols}})
    reader["fields"].append({"name": "chosen", "type": {
        "type": "enum", "name": name, "symbols": ["B", "X", "A"], "default": "X"}})


STEPS = [new_optional_field, new_field_with_default, removed_field, promoted_type,
         reordered_fields, renamed_with_alias, optional_in_reader, optional_in_writer,
         widened_union, enum_with_default]


def make_pair(g, steps):
    reader = g.record(2)
    writer = copy.deepcopy(reader)
    for step in steps:
        step(g, writer, reader)
    return writer, reader


def plain(schema):
    """Without logical types: fastavro compares the values that they stand on."""
    if isinstance(schema, list):
        return [plain(branch) for branch in schema]
    if isinstance(schema, dict):
        return {key: plain(value) if key in ("type", "items", "values", "fields") else value
                for key, value in schema.items() if key != "logicalType"}
    return schema


def steps_of(g, pairs):
    yield ()
    for count in (1, 2):
        yield from itertools.permutations(STEPS, count)
    for _ in range(pairs):
        yield g.random.sample(STEPS, g.random.randint(0, 5))


class Tool:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def ask(self, writer, reader, data):
        line = "\t".join([json.dumps(writer), json.dumps(reader), *[d.hex() for d in data]])
        print(line, file=self.process.stdin, flush=True)
        return self.process.stdout.readline().rstrip("\n").split("\t")


def read(data, writer, reader):
    return fastavro.schemaless_reader(io.BytesIO(data), writer, reader, return_record_name=True)


def same(want, found):
    """Equal, but for what fastavro keeps of the writer: names of branches, integers that became
    floats, and defaults of bytes that it leaves as text."""
    want, found = (v[1] if isinstance(v, tuple) else v for v in (want, found))
    if isinstance(want, dict) and isinstance(found, dict):
        return want.keys() == found.keys() and all(same(want[k], found[k]) for k in want)
    if isinstance(want, list) and isinstance(found, list):
        return len(want) == len(found) and all(map(same, want, found))
    if isinstance(found, bytes) and isinstance(want, str):
        return want.encode("latin-1") == found
    if isinstance(found, float) and isinstance(want, (int, float)):
        return found in (float(want), struct.unpack("f", struct.pack("f", want))[0]) \
            if abs(want) < 3e38 else found == float(want)
    return type(want) is type(found) and want == found


def check_pair(g, tool, steps):
    """How many data agreed; None: fastavro does not read them, or they differ (a message)."""
    writer, reader = make_pair(g, steps)
    parsed = fastavro.parse_schema(plain(writer))
    own = fastavro.parse_schema(plain(reader))
    data, wanted = [], []
    for _ in range(DATUMS):
        out = io.BytesIO()
        try:
            fastavro.schemaless_writer(out, parsed, g.value(writer))
            wanted.append(read(out.getvalue(), parsed, own))
        except (fastavro.read.SchemaResolutionError, ValueError):
            continue  # It resolves less, and does not find every branch.
        data.append(out.getvalue())
    if not data:
        return None
    status, *answers = tool.ask(writer, reader, data)
    for bytes_, want, got in itertools.zip_longest(data, wanted, answers):
        if got is None or got.startswith("refused"):
            agreed, found = False, f"{status} {got}"
        else:
            found = read(bytes.fromhex(got), own, None)
            agreed = same(want, found)
        if not agreed:
            return (f"{[s.__name__ for s in steps]}\nwriter {json.dumps(writer)}\n"
                    f"reader {json.dumps(reader)}\ndata {bytes_.hex()}\nwanted {want}\n"
                    f"found  {found}")
    return len(data)


def main():
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 20240517
    g, tool = Generator(seed), Tool(sys.argv[1])
    compared = values = failures = 0
    for steps in steps_of(g, pairs):
        if compared >= pairs:
            break
        result = check_pair(g, tool, steps)
        if isinstance(result, str):
            print(result, "\n")
            failures += 1
            if failures > 5:
                break
        elif result:
            compared += 1
            values += result
    print(f"{compared} pairs, {values} values, {failures} failures (seed {seed})")
    sys.exit(1 if failures or compared < pairs else 0)


main()
