"""Kafka's protocol by hand, for what no client library tells: how the batches of a topic are coded."""

import socket
import struct

from harness import BROKERS, WAIT, check

CODECS = ["none", "gzip", "snappy", "lz4", "zstd"]
FETCH, VERSION = 1, 4
BATCH_HEAD = struct.Struct(">qiibIh")  # offset, length, epoch, magic, CRC, attributes


def _text(value):
    return struct.pack(">h", len(value)) + value.encode()


def _exactly(connection, size):
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        check(more, "the broker closed the connection")
        data += more
    return data


def _fetch(topic, partition, brokers):
    """The record batches of a partition as they are stored, up to 8 MB."""
    most = 8 << 20
    body = struct.pack(">iiiib", -1, 1000, 1, most, 0) + struct.pack(">i", 1) + _text(topic)
    body += struct.pack(">iiqi", 1, partition, 0, most)
    message = struct.pack(">hhi", FETCH, VERSION, 1) + _text("test") + body
    host, port = brokers.split(",")[0].rsplit(":", 1)
    with socket.create_connection((host, int(port)), WAIT) as connection:
        connection.sendall(struct.pack(">i", len(message)) + message)
        answer = _exactly(connection, struct.unpack(">i", _exactly(connection, 4))[0])
    at = 4 + 4 + 4 + 2 + len(topic) + 4  # correlation, throttle, counts and name
    _, error, _, _, aborted = struct.unpack_from(">ihqqi", answer, at)
    check(error == 0, f"fetch of {topic}: error {error}")
    at += 26 + 16 * max(aborted, 0)
    size = struct.unpack_from(">i", answer, at)[0]
    return answer[at + 4:at + 4 + size]


def codecs_of(topic, partition=0, brokers=BROKERS):
    """The codecs of the batches with data in a partition, as a set of names."""
    data, found, at = _fetch(topic, partition, brokers), set(), 0
    while at + BATCH_HEAD.size <= len(data):
        _, length, _, magic, _, attributes = BATCH_HEAD.unpack_from(data, at)
        check(magic == 2, f"batches of version {magic}")
        if not attributes & 0x20:  # no control batch
            found.add(CODECS[attributes & 7])
        at += 12 + length
    return found
