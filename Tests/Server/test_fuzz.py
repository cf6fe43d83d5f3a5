"""The server receives requests of a seeded generator: altered bytes, altered requests, and altered JSON.

A part of them is what programs send about their runs, compressed or not.

FIRESTEEL_FUZZ is the number of requests, FIRESTEEL_FUZZ_SEED the seed; a failure names its own.
"""

import gzip
import json
import os
import random
import select
import socket
import time

import pytest
from insight import address, digest, item, report, segment
from load import check_service, is_healthy, resident
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually

IS_SOAK = os.environ.get("FIRESTEEL_SOAK") == "1"
COUNT = int(os.environ.get("FIRESTEEL_FUZZ") or (1_000_000 if IS_SOAK else 20_000))
SEED = int(os.environ.get("FIRESTEEL_FUZZ_SEED") or random.SystemRandom().randrange(1 << 32))
BATCH = 100
# Requests of one connection, one after the other.
PIPELINED = 8
# The part of them that are messages of programs.
MESSAGES = 0.25
# The runs that messages are of: each may send 500 at once.
RUNS = 5_000
# A segment that is far larger than it looks.
BOMB = gzip.compress(segment("bomb", padding="a" * (16 << 20)))

WORDS = [
    b"\r\n", b"\r\n\r\n", b"\n", b"\x00", b"\xff\xfe", b"%", b"%00", b"%2f..%2f", b"..", b"//", b"?", b"&", b"=", b"{",
    b"}", b"[", b"]", b'"', b"\\u0000", b"\\ud800", b"1e999", b"-0", b"9223372036854775808", b"null", b"true",
    b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"Expect: 100-continue\r\n", b"Upgrade: h2c\r\n",
    b"Connection: close\r\n", b"If-None-Match: *\r\n", b'If-None-Match: "99999999999999999999-x"\r\n',
    b"Host: h\r\n", b"HTTP/1.0", b"HTTP/2.0", b"HEAD", b"TRACE", b"OPTIONS", b"\xc3\xa9", b"a" * 5_000,
    b"Last-Event-ID: -1\r\n", b"X-Firesteel-Instance: " + b"x" * 70 + b"\r\n", b"Accept: text/html\r\n",
]  # fmt: skip

VALUES = [
    None, True, False, 0, -1, 1, 0.5, 1 << 62, -(1 << 63), 1e308, "", "x", "\u0000", "\U0001f525", "a" * 300, [], {},
    [[]], {"var": "x"}, {"and": [{"not": {}}]}, ["a", "a"], {"": ""}, "documents", "development", "on", "w0",
]  # fmt: skip

DATES = [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 31 Dec 9999 23:59:60 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "now",
    "Sun, 31 Feb 2026 00:00:00 GMT", "a, 1 Jan 2026 1:1:1 GMT", "Sun, 06 Nov -1 08:49:37 GMT",
]  # fmt: skip


class Generator:
    """Alters requests that the server accepts."""

    def __init__(self, seed, operations, tokens, senders):
        self.random = random.Random(seed)
        self.operations = operations
        self.tokens = tokens
        # The tokens of programs.
        self.senders = senders

    def value(self, depth=0):
        if depth > 3 or self.random.random() < 0.5:
            return self.random.choice(VALUES)
        if self.random.random() < 0.5:
            return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        names = ["id", "edits", "kind", "name", "set", "rules", "if", "then", "variant", "context", "targetingKey", "x"]
        return {self.random.choice(names): self.value(depth + 1) for _ in range(self.random.randrange(4))}

    def altered(self, value):
        """Returns a JSON value of which one part is another."""
        if isinstance(value, dict) and value and self.random.random() < 0.9:
            name = self.random.choice(list(value))
            if self.random.random() < 0.2:
                return {key: member for key, member in value.items() if key != name}
            return {**value, name: self.altered(value[name])}
        if isinstance(value, list) and value and self.random.random() < 0.9:
            index = self.random.randrange(len(value))
            return [*value[:index], self.altered(value[index]), *value[index + 1 :]]
        return self.value()

    def message(self):
        """Returns a message of a program, or a batch, of which most are altered."""
        run = f"r{self.random.randrange(RUNS)}"
        if self.random.random() < 0.3:
            items = [self.item() for _ in range(self.random.randrange(1, 6))]
            body = self.altered({"items": items}) if self.random.random() < 0.5 else {"items": items}
            return "POST", "/ingest/v1/batch", json.dumps(body).encode()
        content = self.content(run)
        kind = "reports" if b'"format"' in content else "segments"
        try:
            path = address(content, kind)
        except (KeyError, TypeError, ValueError):
            path = f"/ingest/v1/runs/{run}/{kind}/1"
        return "PUT", "".join(sign for sign in path if 0x20 < ord(sign) < 0x7F), content

    def content(self, run):
        create = self.random.choice([segment, report])
        body = create(run, self.random.randrange(1, 20), person=self.random.choice(["", "p1", "p2"]))
        if self.random.random() < 0.3:
            return body
        # Without spaces, as programs write it.
        return json.dumps(self.altered(json.loads(body)), separators=(",", ":")).encode()

    def item(self):
        content = self.content(f"r{self.random.randrange(RUNS)}")
        try:
            return item(content, "report" if b'"format"' in content else "segment")
        except (KeyError, TypeError, ValueError):
            return self.value()

    def sent_message(self):
        """Returns a request with a message."""
        method, path, content = self.message()
        fields = "Content-Type: application/json\r\n"
        if self.random.random() < 0.5:
            content = BOMB if self.random.random() < 0.01 else gzip.compress(content, 1)
            if self.random.random() < 0.1:
                content = self.spoilt(content)
            fields += "Content-Encoding: gzip\r\n"
        if self.random.random() < 0.95:
            fields += f"Content-Digest: {digest(content)}\r\n"
        if self.random.random() < 0.1:
            fields += f"Date: {self.random.choice(DATES)}\r\n"
        # Most by those who may send.
        token = self.random.choice(self.tokens if self.random.random() < 0.2 else self.senders)
        fields += f"Host: 127.0.0.1\r\nAuthorization: Bearer {token}\r\nContent-Length: {len(content)}\r\n"
        return f"{method} {path} HTTP/1.1\r\n{fields}\r\n".encode() + content

    def request(self):
        if self.random.random() < MESSAGES:
            data = self.sent_message()
            return self.spoilt(data) if self.random.random() < 0.1 else data
        method, path, body = self.random.choice(self.operations)
        if self.random.random() < 0.2:
            method = self.random.choice(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "BREW"])
        fields = f"Host: 127.0.0.1\r\nAuthorization: Bearer {self.random.choice(self.tokens)}\r\n"
        content = b""
        if body is not None or self.random.random() < 0.1:
            content = json.dumps(self.altered(body)).encode()
            fields += "Content-Type: application/json\r\n"
            if self.random.random() < 0.8:
                fields += f"Content-Length: {len(content)}\r\n"
            else:
                fields += "Transfer-Encoding: chunked\r\n"
                content = f"{len(content):x}\r\n".encode() + content + b"\r\n0\r\n\r\n"
        data = f"{method} {path} HTTP/1.1\r\n{fields}\r\n".encode() + content
        # Most of them whole, since altered bytes are rejected early.
        while self.random.random() < 0.3:
            data = self.spoilt(data)
        return data

    def spoilt(self, data):
        start = self.random.randrange(len(data) + 1)
        end = min(len(data), start + self.random.choice([1, 1, 2, 8, 64]))
        before, part, after = data[:start], data[start:end], data[end:]
        return self.random.choice(
            [
                lambda: before + self.random.choice(WORDS) + part + after,
                lambda: before + self.random.choice(WORDS) + after,
                lambda: before + after,
                lambda: before + part * self.random.choice([2, 3, 50]) + after,
                lambda: before + self.random.randbytes(len(part)) + after,
            ]
        )()


def operations_of(document):
    """Returns method, path and an example of a body for each operation of the server's description, but for streams."""
    known = {
        "program": PROGRAM, "environment": ENVIRONMENT, "flag": "w0", "key": "w0", "number": "1", "segment": "s",
        "id": "x", "kind": "flag", "name": "w0", "run": "r1", "group": "x", "person": "p1",
    }  # fmt: skip
    targeting = {"kind": "targeting", "name": "w0", "environment": ENVIRONMENT, "base": 1, "set": {"isOn": True}}
    examples = {
        "context": {"context": {"targetingKey": "ada", "plan": "pro", "nested": {"a": [1, 2.5, None]}}},
        "proposal": {"id": "f", "reason": "Fuzzing", "edits": [targeting]},
        "sign-in": {"email": "a@example.com", "password": "correct horse battery"},
        "flags": {"format": "flagd", "document": {"flags": {"w9": {"state": "ENABLED", "variants": {"on": True}}}}},
    }
    operations = []
    for template, methods in document["paths"].items():
        if template.startswith("/events/"):
            continue
        path = template
        for name, value in known.items():
            path = path.replace("{" + name + "}", value)
        for method, operation in methods.items():
            if method.upper() not in ("GET", "POST", "PUT", "PATCH", "DELETE"):
                continue
            bodies = [None]
            if "requestBody" in operation:
                bodies = list(examples.values())
            operations += [(method.upper(), path, body) for body in bodies]
    operations += [("GET", path, None) for path in ("/", "/p/documents/development/flags", "/kit/none.js", "/metrics")]
    return operations


def send_all(port, requests):
    """Sends each text on a connection, ends it, and returns the responses in the same order."""
    poll = select.poll()
    clients = {}
    for index, data in enumerate(requests):
        client = socket.create_connection(("127.0.0.1", port), timeout=60)
        try:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
        except OSError:
            # Rejected before it was sent.
            pass
        client.setblocking(False)
        clients[client.fileno()] = (client, index)
        poll.register(client, select.POLLIN)
    responses = [b""] * len(requests)
    deadline = time.monotonic() + 60
    while clients:
        assert time.monotonic() < deadline, f"No end of {[requests[index] for _, index in clients.values()][:3]}"
        for number, _ in poll.poll(1_000):
            client, index = clients[number]
            try:
                piece = client.recv(1 << 20)
            except ConnectionError:
                piece = b""
            responses[index] += piece
            if not piece:
                poll.unregister(number)
                client.close()
                del clients[number]
    return responses


def statuses(response):
    """Returns the statuses of a connection's responses, the first of which has to be one."""
    assert not response or response.startswith((b"HTTP/1.1 ", b"HTTP/1.0 ")), response[:200]
    return [int(part[:3]) for part in response.replace(b"HTTP/1.0 ", b"HTTP/1.1 ").split(b"HTTP/1.1 ")[1:]
            if part[:3].isdigit()]  # fmt: skip


# A million requests take an hour with a server in debug.
@pytest.mark.parametrize("dialect", ["sqlite", "postgres"] if IS_SOAK else ["sqlite"])
def test_no_request_makes_the_server_fail(dialect, tmp_path, nodes, request):
    store = ["--data", tmp_path / "data"]
    if dialect == "postgres":
        postgres = request.getfixturevalue("postgres")
        store = ["--database", postgres.url(postgres.create_database())]
    installation = Installation(tmp_path, store, 2)
    senders = [installation.reader, installation.token("ingest")]
    tokens = [
        *senders, installation.editor, installation.token("client"), installation.token("admin", "--role", "admin"),
        "fs_server_x_" + "0" * 32, "none",
    ]  # fmt: skip
    node = Node(tmp_path, "node", store).start()
    nodes.append(node)
    document = json.loads(node.request("GET", "/api/v1/openapi.json", "none")[2])
    generator = Generator(SEED, operations_of(document), tokens, senders)
    counts, sent, first, most = {}, 0, None, 0
    while sent < COUNT:
        requests = [b"".join(generator.request() for _ in range(PIPELINED)) for _ in range(BATCH)]
        for data, response in zip(requests, send_all(node.port, requests), strict=True):
            for status in statuses(response):
                counts[status] = counts.get(status, 0) + 1
                assert status < 500 or status in (501, 503, 505), f"Seed {SEED}, after {sent}: {data!r}: {response!r}"
        sent += BATCH * PIPELINED
        assert is_healthy(node), f"Seed {SEED}, after {sent} requests: {node.logged()[-2_000:]}"
        first = first or resident(node)
        most = max(most, resident(node))
        if IS_SOAK and sent % (BATCH * PIPELINED * 50) == 0:
            print(f"\nfuzz: {sent} of {COUNT} requests", f"{most >> 20} MiB", counts, sep="\t", flush=True)
    assert node.process.poll() is None, f"Seed {SEED}: {node.logged()}"
    for message in ("A request failed", "rolled up"):
        assert message not in node.logged(), f"Seed {SEED}: {node.logged()[-2_000:]}"
    # Each change of the generator is stored, and the pages of the audit are in memory while they are read.
    assert most - first < 256 << 20, f"Seed {SEED}: {first >> 20} to {most >> 20} MiB"
    if IS_SOAK:
        print(f"\nload: fuzzing {dialect}", f"requests {sent}", f"most {most >> 20} MiB", f"{counts}", sep="\t")
    # Valid requests are among them, so that what lies behind the checks is reached as well.
    assert counts.get(200, 0) > COUNT / 200, counts
    key = f"/api/v1/programs/{PROGRAM}/flags/w1"
    items = json.loads(node.request("GET", key, installation.editor)[2])["items"]
    assert items, items
    # Messages are among them, and counted.
    overview = f"/api/v1/programs/{PROGRAM}/environments/{ENVIRONMENT}/insight/overview"
    assert counts.get(201, 0) > COUNT / 200, counts
    eventually(lambda: json.loads(node.request("GET", overview, installation.editor)[2])["covers"]["sessions"] > 0)
    # What serves changes still does.
    base = max(
        item["change"]
        for item in json.loads(node.request("GET", key.replace("w1", "w0"), installation.editor)[2])["items"]
        if item.get("environment") == ENVIRONMENT
    )
    check_service(installation, node, base)
    assert node.end() == 0
    installation.verify()
