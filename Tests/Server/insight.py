"""Messages that programs send: summaries of runs, and reports."""

import base64
import gzip
import hashlib
import http.client
import json
import random
import time

from node import ENVIRONMENT, LOST, PROGRAM, Worker

INSIGHT = f"/api/v1/programs/{PROGRAM}/environments/{ENVIRONMENT}/insight"


def now():
    return int(time.time() * 1000)


def segment(run, number=1, person="", saves=1, **members):
    """Returns the bytes of a segment."""
    one = {
        "session": 0,
        "actions": [{"action": ["App/Documents", "save"], "successes": saves, "durations": {"40": saves}}],
    }
    if person:
        one["person"] = person
    message = {
        "version": 1,
        "run": run,
        "segment": number,
        "program": {"name": "Documents", "version": "3.4.1", "build": "512"},
        "system": "iOS 26.1",
        "device": "phone",
        "started": now() - 60_000,
        "from": 0,
        "until": 50_000,
        "people": [one],
        **members,
    }
    return json.dumps(message).encode()


def report(run, number=1, person=None, **members):
    """Returns the bytes of a crash's report."""
    message = {
        "format": 1,
        "run": run,
        "number": number,
        "time": now() - 10_000,
        "kind": "crash",
        "program": {"name": "Documents", "version": "3.4.1", "build": "512"},
        "system": "iOS 26.1",
        "device": "phone",
        "end": {"kind": "signal", "signal": "SIGABRT"},
        "feature": "App/Documents",
        "action": "save",
        "names": {"feature": "Document Management", "action": "Save Document"},
        "state": "inFlight",
        "fatal": {"message": "Bad file descriptor", "file": "DocumentStore.swift", "line": 118},
        **members,
    }
    if person:
        message["person"] = person
    return json.dumps(message).encode()


def digest(body):
    return f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"


def address(body, kind="segments"):
    message = json.loads(body)
    number = message["segment" if kind == "segments" else "number"]
    return f"/ingest/v1/runs/{message['run']}/{kind}/{number}"


def put(node, path, body, token, fields=None, compressed=False, method="PUT"):
    """Sends a message, and returns the status, the fields and the JSON of the response."""
    if compressed:
        body = gzip.compress(body)
        fields = {"Content-Encoding": "gzip", **(fields or {})}
    fields = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Content-Digest": digest(body),
        **(fields or {}),
    }
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
    try:
        connection.request(method, path, body, {name: value for name, value in fields.items() if value is not None})
        response = connection.getresponse()
        return response.status, response.headers, json.loads(response.read() or b"null")
    finally:
        connection.close()


def item(body, kind="segment"):
    """Returns a message as an element of a batch."""
    message = json.loads(body)
    return {
        "run": message["run"],
        "kind": kind,
        "number": message["segment" if kind == "segment" else "number"],
        "sha256": hashlib.sha256(body).hexdigest(),
        "body": body.decode(),
    }


class Sender(Worker):
    """Sends the messages of many runs as a program does: each until it is acknowledged, with the same bytes."""

    def __init__(self, nodes, token, index):
        self.nodes = nodes
        self.token = token
        self.index = index
        # The runs whose messages are all acknowledged, and whether there is a report among them.
        self.acknowledged = []
        super().__init__()

    def work(self):
        while not self.is_stopping.is_set():
            run = f"run-{self.index}-{len(self.acknowledged)}"
            messages = [("segments", segment(run, number, person=run)) for number in (1, 2)]
            if len(self.acknowledged) % 5 == 0:
                messages.append(("reports", report(run, person=run)))
            for kind, body in messages:
                self.send(address(body, kind), body)
            self.acknowledged.append((run, len(messages) == 3))

    def is_expected(self, status, answer):
        """Whether a response is one after which the message is sent again."""
        return False

    def send(self, path, body, fields=None):
        while True:
            try:
                status, _, answer = put(random.choice(self.nodes), path, body, self.token, fields)
            except (*LOST, ValueError):
                time.sleep(random.uniform(0.005, 0.05))
                continue
            if status in (429, 503) or self.is_expected(status, answer):
                time.sleep(0.05)
                continue
            assert status in (200, 201), answer
            return


def received(node, path, token):
    """Returns figures of the development environment."""
    status, _, body = node.request("GET", f"{INSIGHT}{path}", token)
    assert status == 200, body
    return json.loads(body)


def counted(node, token):
    """Returns the numbers of sessions, performs and reports that are counted."""
    behaviour = received(node, "/behaviour?hours=24", token)
    performs = sum(action["performs"] for action in behaviour["actions"])
    groups = received(node, "/groups", token)["groups"]
    return behaviour["covers"]["sessions"], performs, sum(group["reports"] for group in groups)
