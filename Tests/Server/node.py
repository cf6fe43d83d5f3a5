"""Processes of firesteel-server, and clients of them."""

import http.client
import json
import os
import random
import re
import signal
import subprocess
import threading
import time

from postgres import free_port

PROGRAM = "documents"
ENVIRONMENT = "development"
# What a request ends with if its connection is lost.
LOST = (OSError, http.client.HTTPException)


def server_program():
    return os.environ["FIRESTEEL_SERVER"]


def run_command(*arguments, prefix=()):
    """Runs a command of the server to its end, and returns its process."""
    return subprocess.run(
        [*prefix, server_program(), *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def output_of(*arguments, prefix=()):
    result = run_command(*arguments, prefix=prefix)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout.strip()


def eventually(condition, limit=60):
    """Waits until a condition is true."""
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline, f"The condition isn't true after {limit} s."
        time.sleep(0.01)


class Node:
    """A process of the server, which can be killed and started again with the same port."""

    def __init__(self, folder, name, store, prefix=(), options=()):
        self.store = [str(part) for part in store]
        self.prefix = list(prefix)
        self.options = [str(option) for option in options]
        # The addresses that the process printed, by their names.
        self.addresses = {}
        self.port = free_port()
        self.log = folder / f"{name}.log"
        self.process = None

    def command(self):
        arguments = [*self.store, "--listen", f"127.0.0.1:{self.port}", *self.options]
        return [*self.prefix, server_program(), "serve", *arguments]

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        for line in self.process.stdout:
            name, _, address = line.strip().partition(": ")
            self.addresses[name] = address
            if name == "Dashboard":
                return self
        raise AssertionError(f"The server ended: {self.logged()}")

    def logged(self):
        return self.log.read_text()

    def kill(self):
        self.end(signal.SIGKILL)

    def end(self, number=signal.SIGTERM, limit=60):
        """Ends the process, and returns its status."""
        self.process.send_signal(number)
        status = self.process.wait(limit)
        self.process.stdout.close()
        return status

    def stop(self):
        """Ends the process after a test, in whatever state that left it."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def request(self, method, path, token, body=None, fields=None, limit=60):
        """Sends a request on a new connection, and returns the status, the fields and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=limit)
        try:
            fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **(fields or {})}
            connection.request(method, path, None if body is None else json.dumps(body), fields)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def open_stream(self, path, limit=60):
        """Opens a stream of events and returns its connection and response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=limit)
        try:
            connection.request("GET", path)
            return connection, connection.getresponse()
        except LOST:
            connection.close()
            raise


class Installation:
    """A database with a program, a flag for each writer, and tokens."""

    def __init__(self, folder, store, writers, prefix=()):
        self.store = store
        self.prefix = prefix
        flags = {
            f"w{index}": {"state": "ENABLED", "variants": {"on": True, "off": False}, "defaultVariant": "on"}
            for index in range(writers)
        }
        file = folder / "flags.json"
        file.write_text(json.dumps({"flags": flags}))
        output_of(
            "import",
            *store,
            "--program",
            PROGRAM,
            "--environment",
            ENVIRONMENT,
            "--reason",
            "Test",
            "--apply",
            file,
            prefix=prefix,
        )
        self.editor = self.token("admin", "--role", "editor")
        self.reader = self.token("server")

    def token(self, kind, *options):
        return output_of(
            "token",
            *self.store,
            "--program",
            PROGRAM,
            "--environment",
            ENVIRONMENT,
            "--kind",
            kind,
            *options,
            prefix=self.prefix,
        )

    def changes(self, node):
        """Returns all changes, the oldest first."""
        changes = []
        before = 1 << 60
        while True:
            path = f"/api/v1/programs/{PROGRAM}/changes?limit=200&before={before}"
            status, _, body = node.request("GET", path, self.editor)
            assert status == 200, body
            page = json.loads(body)["changes"]
            if not page:
                return changes[::-1]
            changes += page
            before = page[-1]["number"]

    def revision(self, node):
        status, fields, body = node.request("GET", "/flags/v1/definitions", self.reader)
        assert status == 200, body
        return revision_of(fields)

    def verify(self, prefix=()):
        assert "All changes are as they were written." in output_of("verify", *self.store, prefix=prefix)


def revision_of(fields):
    return int(re.match(r'"(\d+)-', fields["ETag"]).group(1))


class Worker:
    """A thread that runs until it is stopped, and whose errors fail the test."""

    def __init__(self):
        self.is_stopping = threading.Event()
        self.error = None
        self.thread = threading.Thread(target=self.guarded, daemon=True)
        self.thread.start()

    def guarded(self):
        try:
            self.work()
        except BaseException as error:  # noqa: B036
            self.error = error

    def join(self):
        self.is_stopping.set()
        self.thread.join(60)
        if self.error:
            raise self.error
        assert not self.thread.is_alive(), "A client doesn't end."


class Writer(Worker):
    """Proposes changes of its flag, each until a response arrives, with the same identifier."""

    def __init__(self, installation, nodes, index):
        self.installation = installation
        self.nodes = nodes
        self.flag = f"w{index}"
        self.acknowledged = []
        super().__init__()

    def work(self):
        # The set-up is change 1.
        base = 1
        while not self.is_stopping.is_set():
            identifier = f"{self.flag}-{len(self.acknowledged)}"
            base = self.propose(identifier, base)

    def is_expected(self, status, response):
        """Whether a response is one after which the change is proposed again."""
        return False

    def propose(self, identifier, base):
        rule = {
            "id": "1",
            "if": [{"attribute": "plan", "is": "oneOf", "values": [identifier]}],
            "then": {"variant": "off"},
        }
        body = {
            "id": identifier,
            "edits": [
                {
                    "kind": "targeting",
                    "name": self.flag,
                    "environment": ENVIRONMENT,
                    "base": base,
                    "set": {"rules": [rule]},
                }
            ],
        }
        path = f"/api/v1/programs/{PROGRAM}/changes"
        while True:
            node = random.choice(self.nodes)
            try:
                status, _, response = node.request("POST", path, self.installation.editor, body)
            except LOST:
                time.sleep(random.uniform(0.005, 0.05))
                continue
            if status == 503 or self.is_expected(status, response):
                time.sleep(0.05)
                continue
            assert status == 200, response
            result = json.loads(response)
            assert result["result"] == "applied", response
            change = result["change"]
            assert change["id"] == identifier
            self.acknowledged.append((identifier, change["number"], change["revisions"][ENVIRONMENT]))
            return change["number"]


class Follower(Worker):
    """Follows the flags as a program does: fetches, follows the stream, and goes to any node when it ends."""

    def __init__(self, installation, nodes):
        self.installation = installation
        self.nodes = nodes
        self.revision = 0
        self.etag = None
        self.path = None
        super().__init__()

    def work(self):
        while not self.is_stopping.is_set():
            try:
                path = self.fetch(random.choice(self.nodes))
                if path:
                    self.follow(random.choice(self.nodes), path)
            except LOST:
                time.sleep(random.uniform(0.005, 0.05))

    def fetch(self, node):
        fields = {"If-None-Match": self.etag} if self.etag else {}
        status, fields, body = node.request(
            "GET", "/flags/v1/definitions?eventStreams=1", self.installation.reader, fields=fields
        )
        if status == 503:
            time.sleep(0.05)
            return None
        if status == 200:
            revision = revision_of(fields)
            assert revision >= self.revision, f"Revision {revision} after {self.revision}."
            self.revision = revision
            self.etag = fields["ETag"]
            self.path = json.loads(body)["eventStreams"][0]["endpoint"]["requestUri"]
        else:
            assert status == 304, body
        return self.path

    def follow(self, node, path):
        connection, response = node.open_stream(path, limit=0.5)
        try:
            if response.status != 200:
                time.sleep(0.05)
                return
            while not self.is_stopping.is_set():
                line = response.readline()
                if not line:
                    return
                if line.startswith(b"data:"):
                    revision = json.loads(line[5:])["revision"]
                    while self.revision < revision and not self.is_stopping.is_set():
                        try:
                            self.fetch(random.choice(self.nodes))
                        except LOST:
                            time.sleep(0.02)
        finally:
            connection.close()
            response.close()


def check(installation, node, writers):
    """Checks that the changes are exactly those that the writers received, after that of the set-up."""
    changes = installation.changes(node)
    assert [change["number"] for change in changes] == list(range(1, len(changes) + 1))
    revisions = [change["revisions"][ENVIRONMENT] for change in changes]
    assert revisions == list(range(revisions[0], revisions[0] + len(changes)))
    found = [(change["id"], change["number"], change["revisions"][ENVIRONMENT]) for change in changes[1:]]
    acknowledged = sorted((entry for writer in writers for entry in writer.acknowledged), key=lambda entry: entry[1])
    assert found == acknowledged
    assert installation.revision(node) == revisions[-1]
    return changes
