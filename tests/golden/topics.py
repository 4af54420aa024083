"""topics.py LOCAL TOPICS: puts topics and schemas into a local environment, as others left them.

TOPICS is a JSON list of {"topic", "partitions", "configs": {}, "key": schema, "value": schema,
"kind": 0 Avro, 1 JSON, 2 Protobuf}. The tables are those of runtime/local/README.md.
"""

import json
import sqlite3
import sys


def put_schema(database, subject, kind, schema):
    text = schema if kind == 2 else json.dumps(schema, separators=(",", ":"))
    database.execute("INSERT OR IGNORE INTO schema (kind, text, normal) VALUES (?, ?, ?)",
                     (kind, text, text))
    number, = database.execute("SELECT id FROM schema WHERE kind = ? AND normal = ?",
                               (kind, text)).fetchone()
    database.execute("INSERT INTO subject_version (subject, version, schema) VALUES (?, 1, ?)",
                     (subject, number))


def put_topic(database, topic):
    number = database.execute("INSERT INTO topic (name) VALUES (?)", (topic["topic"],)).lastrowid
    for partition in range(topic.get("partitions", 1)):
        database.execute("INSERT INTO partition (topic, number) VALUES (?, ?)",
                         (number, partition))
    for key, value in topic.get("configs", {}).items():
        database.execute("INSERT INTO topic_config (topic, key, value) VALUES (?, ?, ?)",
                         (number, key, value))
    for side in ("key", "value"):
        if side in topic:
            put_schema(database, f"{topic['topic']}-{side}", topic.get("kind", 0), topic[side])


with open(sys.argv[2], encoding="utf-8") as file:
    topics = json.load(file)
connection = sqlite3.connect(sys.argv[1])
for one in topics:
    put_topic(connection, one)
connection.commit()
