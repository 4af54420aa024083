"""Avro records that tripped systems like ours (the AVR-… cases): schema and bytes as published,
registered in the real registry, read through tables that are inferred from it.
"""

import io
import json

import fastavro

from harness import (check, create_topic, ddl2c, environment_flags, main, produce, read_topic,
                     register, registry, unique)

BOUNDED = "/*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */"


def record(*fields, name="R", **more):
    """Fields are (name, type) or (name, type, other attributes)."""
    return {"type": "record", "name": name, **more,
            "fields": [{"name": field, "type": kind} | dict(*others)
                       for field, kind, *others in fields]}


def logical(kind, name, **more):
    return {"type": kind, "logicalType": name, **more}


def put(topic, schema, *datums):
    """Registers the schema and writes the data, given in hex, with its id before them."""
    if isinstance(schema, str):
        answer = registry("POST", f"/subjects/{topic}-value/versions", {"schema": schema})
        number = answer["id"]
    else:
        number = register(f"{topic}-value", schema)
    prefix = b"\0" + number.to_bytes(4, "big")
    produce(topic, [prefix + bytes.fromhex(datum) for datum in datums])


def read(topic, columns, before=""):
    sql = f"{before} SELECT {columns} FROM `{topic}` {BOUNDED}"
    return ddl2c("run", "-e", sql, "--format", "changelog", *environment_flags())


def names_of(schema):
    """The columns of the value: an inferred table has its raw key before them."""
    fields = (json.loads(schema) if isinstance(schema, str) else schema)["fields"]
    return ", ".join(f"`{field['name']}`" for field in fields)


def expect(case, schema, datums, rows, columns=None):
    topic = unique(case)
    create_topic(topic)
    put(topic, schema, *datums)
    done = read(topic, columns or names_of(schema))
    check(done.returncode == 0, f"exit {done.returncode}:\n{done.stderr}")
    got = done.stdout.splitlines()
    check(got == [f"+I[{row}]" for row in rows], f"expected {rows}, got {got}")


def refused(case, schema, datum, message, after=None, columns=None):
    """The record fails with the message; ignoring errors, the one after it is read."""
    topic = unique(case)
    create_topic(topic)
    put(topic, schema, datum, *[good for good, _ in [after] if after])
    done = read(topic, columns or names_of(schema))
    check(done.returncode == 4 and message in done.stderr,
          f"exit {done.returncode}, not '{message}':\n{done.stderr}")
    if after:
        done = read(topic, columns or names_of(schema),
                    f"ALTER TABLE `{topic}` SET ('error-handling.mode' = 'ignore');")
        check(done.stdout == f"+I[{after[1]}]\n",
              f"{after[1]} behind it: {done.stdout}{done.stderr}")


def avr_04_each_decimal_has_its_own_scale():
    one, two = (logical("bytes", "decimal", precision=10, scale=scale) for scale in (0, 2))
    expect("avr04", record(("f1", one), ("f2", two)), ["02410241"], ["65, 0.65"])
    expect("avr04b", record(("f1", two), ("f2", one)), ["02410241"], ["0.65, 65"])


def avr_07_a_logical_type_that_is_none():
    schema = record(("a", logical("bytes", "decimal", precision=2, scale=5)),
                    ("b", logical("long", "no-such-type")))
    expect("avr07", schema, ["0401020e"], ["x'0102', 7"])


def avr_08_logical_type_beside_the_type():
    schema = record(("ts", "long", {"logicalType": "timestamp-millis"}))
    expect("avr08", schema, ["80a0abfef962"], ["1700000000000"])


def avr_09_a_fixed_decimal_of_another_namespace():
    fixed = {"type": "fixed", "name": "BP", "namespace": "avro.custom", "size": 8,
             "logicalType": "decimal", "precision": 18, "scale": 6}
    schema = record(("bp", ["null", fixed]), name="Row", namespace="x")
    expect("avr09", schema, ["02ffffffffffe91ca0", "00"], ["-1.500000", "<NULL>"])


def avr_10_before_1970():
    schema = record(("ms", logical("long", "timestamp-millis")),
                    ("us", logical("long", "timestamp-micros")), ("d", logical("int", "date")))
    expect("avr10", schema, ["010101"],
           ["1969-12-31 23:59:59.999, 1969-12-31 23:59:59.999999, 1969-12-31"])


def avr_11_blocks_with_negative_counts():
    schema = record(("xs", {"type": "array", "items": "int"}))
    expect("avr11", schema, ["050602040600", "0304020401020600"], ["[1, 2, 3]", "[1, 2, 3]"])


def avr_12_maps_with_negative_counts():
    schema = record(("m", {"type": "map", "values": "int"}))
    expect("avr12", schema, ["010602610200", "0602610202620402610600"],
           ["{a=1}", "{a=3, b=2}"])


def avr_13_a_block_that_would_lead_back():
    schema = record(("xs", {"type": "array", "items": "int"}), ("id", "long"))
    refused("avr13", schema, "05070204060002", "a length that is negative", ("0002", "1"), "id")


def avr_14_lengths_beyond_the_record():
    schema = record(("s", "string"))
    refused("avr14a", schema, "80808080808040", "beyond the record's end", ("0261", "a"))
    refused("avr14b", schema, "01", "a length that is negative", ("0261", "a"))
    schema = record(("b", {"type": "array", "items": "boolean"}))
    refused("avr14c", schema, "0200e9e9e9e9e9e9e9e900", "the record ends within it", ("00", "[]"))


def avr_15_an_array_of_nulls():
    schema = record(("n", {"type": "array", "items": "null"}), ("id", "int"))
    topic = unique("avr15")
    create_topic(topic)
    put(topic, schema, "808080808080400002")
    done = read(topic, "id")
    check(done.returncode in (1, 4) or done.stdout == "+I[1]\n", "no hang, no memory")


def avr_17_enums_by_symbol():
    enum = {"type": "enum", "name": "E", "symbols": ["A", "B", "C"]}
    topic = unique("avr17")
    create_topic(topic)
    put(topic, record(("e", enum)), "00")
    put(topic, record(("e", enum | {"symbols": ["C", "A", "B"]})), "00")
    done = read(topic, "e")
    check(done.stdout == "+I[A]\n+I[C]\n", f"A, then C: {done.stdout}{done.stderr}")


def avr_19_a_default_of_the_base_type():
    date = {"type": "int", "connect.version": 1, "connect.default": 0,
            "connect.name": "org.apache.kafka.connect.data.Date", "logicalType": "date"}
    schema = record(("first_dt", [date, "null"], {"default": 0}))
    expect("avr19", schema, ["0000", "02"], ["1970-01-01", "<NULL>"])


def avr_20_a_record_that_contains_itself():
    child = ["null", "demo.TreeNode"]
    schema = record(("value", "string"), ("left", child, {"default": None}),
                    ("right", child, {"default": None}), name="TreeNode", namespace="demo")
    topic = unique("avr20")
    create_topic(topic)
    put(topic, schema, "0261020262000000")
    done = read(topic, "`value`")
    check(done.returncode == 1, f"exit {done.returncode}")
    check("demo.TreeNode" in done.stderr and "'left'" in done.stderr, done.stderr)


def avr_22_text_into_an_enum():
    enum = {"type": "enum", "name": "St", "symbols": ["NEW", "PAID"]}
    topic = unique("avr22")
    create_topic(topic)
    put(topic, record(("st", enum)))
    sql = f"INSERT INTO `{topic}` (st) VALUES ('{{}}')"
    done = ddl2c("run", "-e", sql.format("PAID"), *environment_flags())
    check(done.returncode == 0, done.stderr)
    check([message.value()[5:] for message in read_topic(topic)] == [b"\x02"], "symbol 1")
    done = ddl2c("run", "-e", sql.format("GONE"), *environment_flags())
    check(done.returncode == 4 and "GONE" in done.stderr and "NEW, PAID" in done.stderr,
          f"exit {done.returncode}: {done.stderr}")
    check(len(read_topic(topic)) == 1, "nothing more is written")


def avr_23_members_in_any_order():
    inner = {"fields": [{"name": "v", "type": "string"}], "name": "Inner", "type": "record"}
    schema = {"fields": [{"default": None, "name": "first", "type": ["null", inner]},
                         {"default": None, "name": "second", "type": ["null", "something.Inner"]}],
              "name": "Outer", "namespace": "something", "type": "record"}
    expect("avr23", json.dumps(schema), ["00020278"], ["<NULL>, (x)"])


def avr_24_names_that_avro_does_not_have():
    done = ddl2c("check", "-e", "CREATE TABLE `app-deploy` (`user-agent` STRING, `1st` INT) "
                 "WITH ('value.format' = 'avro-registry')")
    check(done.returncode == 1 and "'user-agent' is no Avro name" in done.stderr, done.stderr)
    topic = unique("app-deploy.v1")
    done = ddl2c("run", "-e", f"CREATE TABLE `{topic}` (a INT)", *environment_flags())
    check(done.returncode == 0, done.stderr)
    done = ddl2c("run", "-e", f"INSERT INTO `{topic}` (a) VALUES (1)", *environment_flags())
    check(done.returncode == 0, done.stderr)


def avr_25_bytes_and_string_in_a_union():
    expect("avr25", record(("v", ["null", "bytes", "string"])), ["0204c328", "040661c3a9", "00"],
           ["(x'c328', NULL)", "(NULL, aé)", "<NULL>"])


def avr_26_nullable_columns_have_null_first():
    topic = unique("avr26")
    done = ddl2c("run", "-e", f"CREATE TABLE `{topic}` (id BIGINT, n BIGINT)",
                 *environment_flags())
    check(done.returncode == 0, done.stderr)
    text = registry("GET", f"/subjects/{topic}-value/versions/latest")["schema"]
    fields = json.loads(text)["fields"]
    check([(f["type"], f["default"]) for f in fields] == [(["null", "long"], None)] * 2, text)


def unions_are_written_back():
    """What a union column holds goes back under the branch that it came from."""
    union = ["null", "bytes", "string", record(("x", "int"), name="P")]
    topic, copy = unique("union_in"), unique("union_out")
    datums = ["0204c328", "040661c3a9", "00", "060e"]
    for name in (topic, copy):
        create_topic(name)
        put(name, record(("v", union)), *(datums if name == topic else []))
    done = ddl2c("run", "-e", f"INSERT INTO `{copy}` SELECT * FROM `{topic}` {BOUNDED}",
                 *environment_flags())
    check(done.returncode == 0, done.stderr)
    written = [message.value()[5:].hex() for message in read_topic(copy)]
    check(written == datums, f"{datums}, not {written}")


def plain_avro_is_the_datum_alone():
    """Flink's format avro: neither magic byte nor schema id."""
    topic = unique("plain")
    schema = record(("id", "long"), ("name", ["null", "string"]), ("bin", ["null", "bytes"]),
                    ("tags", ["null", {"type": "array", "items": ["null", "string"]}]))
    table = f"""CREATE TABLE `{topic}` (id BIGINT NOT NULL, name STRING, bin BINARY(2),
        tags ARRAY<STRING>) WITH ('connector' = 'kafka', 'topic' = '{topic}', 'format' = 'avro',
        'properties.bootstrap.servers' = 'b:1', 'scan.startup.mode' = 'earliest-offset',
        'scan.bounded.mode' = 'latest-offset');"""
    create_topic(topic)
    data = [{"id": 1, "name": "a", "bin": b"\1\2", "tags": ["p", None]},
            {"id": 2, "name": None, "bin": None, "tags": None}]
    done = ddl2c("run", "-e", f"{table} INSERT INTO `{topic}` VALUES "
                 "(1, 'a', X'0102', ARRAY['p', NULL]), (2, NULL, NULL, NULL)",
                 *environment_flags())
    check(done.returncode == 0, done.stderr)
    got = [fastavro.schemaless_reader(io.BytesIO(message.value()), schema, None)
           for message in read_topic(topic)]
    check(got == data, f"{data}, not {got}")
    done = ddl2c("run", "-e", f"{table} SELECT * FROM `{topic}`", "--format", "changelog",
                 *environment_flags())
    check(done.stdout == "+I[1, a, x'0102', [p, NULL]]\n+I[2, <NULL>, <NULL>, <NULL>]\n",
          f"{done.stdout}{done.stderr}")


main([avr_04_each_decimal_has_its_own_scale, avr_07_a_logical_type_that_is_none,
      avr_08_logical_type_beside_the_type, avr_09_a_fixed_decimal_of_another_namespace,
      avr_10_before_1970, avr_11_blocks_with_negative_counts, avr_12_maps_with_negative_counts,
      avr_13_a_block_that_would_lead_back, avr_14_lengths_beyond_the_record,
      avr_15_an_array_of_nulls, avr_17_enums_by_symbol, avr_19_a_default_of_the_base_type,
      avr_20_a_record_that_contains_itself, avr_22_text_into_an_enum, avr_23_members_in_any_order,
      avr_24_names_that_avro_does_not_have, avr_25_bytes_and_string_in_a_union,
      avr_26_nullable_columns_have_null_first, unions_are_written_back,
      plain_avro_is_the_datum_alone])
