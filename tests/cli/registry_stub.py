"""A schema registry on loopback that replays answers of Confluent's: its subjects have versions and
a level, and what it says of the compatibility of a schema is what was recorded."""
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Subject:
    """`answers`: for a new schema's text, {"is_compatible": …, "messages": […]}."""

    def __init__(self, kind, level, versions, answers):
        self.kind, self.level, self.versions, self.answers = kind, level, versions, answers


def absent(code, message):
    return 404, {"error_code": code, "message": message}


class Stub:
    """Started at once, on a port of its own; `asked` has the requests, "METHOD path"."""

    def __init__(self, subjects):
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # an answer is one packet

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                stub.asked.append(f"{self.command} {self.path}")
                status, reply = stub.reply(self.command, self.path, body)
                text = json.dumps(reply).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/vnd.schemaregistry.v1+json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        self.subjects = subjects
        self.asked = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def reply(self, method, path, body):
        path, _, query = path.partition("?")
        match = re.fullmatch(
            r"/(?:(config)|(compatibility/)?subjects)/([^/]+)(/versions(?:/\w+)?)?", path)
        if not match:
            return absent(404, "HTTP 404 Not Found")
        config, compatibility, name, versions = match.groups()
        subject = self.subjects.get(name)
        if not subject:
            return absent(40401, f"Subject '{name}' not found.")
        if config and method == "GET":
            return 200, {"compatibilityLevel": subject.level}
        if compatibility and method == "POST":
            return self.compatibility(subject, json.loads(body), "verbose=true" in query)
        if method == "GET" and versions == "/versions":
            return 200, list(range(1, len(subject.versions) + 1))
        if method == "GET" and versions:
            return self.version(subject, name, versions[len("/versions/"):])
        return 405, {"error_code": 405, "message": "HTTP 405 Method Not Allowed"}

    @staticmethod
    def version(subject, name, number):
        number = len(subject.versions) if number == "latest" else int(number)
        if not 0 < number <= len(subject.versions):
            return absent(40402, f"Version {number} not found.")
        reply = {"subject": name, "version": number, "id": number,
                 "schema": subject.versions[number - 1]}
        if subject.kind != "AVRO":
            reply["schemaType"] = subject.kind
        return 200, reply

    @staticmethod
    def compatibility(subject, asked, verbose):
        answer = subject.answers.get(asked["schema"])
        if asked.get("schemaType", "AVRO") != subject.kind or answer is None:
            return 500, {"error_code": 50001, "message": "no answer was recorded for this schema"}
        return 200, answer if verbose else {"is_compatible": answer["is_compatible"]}

    def close(self):
        self.server.shutdown()
        self.server.server_close()
