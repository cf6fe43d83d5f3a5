"""Sends the requests of a recording to a server, and returns them with the responses, in which nothing is random.

A recording has a JSON value in each line:

- A string is a heading, and a number the seconds by which the clock advances.
- `[callers, method, path, body, more]` is a request. Each of the callers, separated by spaces, sends it: a token by the
  name under which it is kept, and otherwise a browser, which has the cookies that it received. A body that is a string
  is sent as it is. `more` has fields of the head, or `null` to omit one; `keep`, the paths of values of the response by
  names; and `until`, a text of the response. Until it has that, the request is repeated, or a stream read, at one time.
- `[caller, status, fields, body]` is a response, with the fields that differ from the `usual fields` in the first line.

`‹name›` in a request is a kept value. In responses, such names and numbers replace what is random.
"""

import base64
import gzip
import hashlib
import http.client
import json
import re
import time
from collections import defaultdict

from authenticator import STEP, code

# Thursday, 1 January 2026, 12:00 UTC: when the requests begin, each of which takes a second.
BEGIN = 1_767_268_800
# For how long a request is repeated, in seconds.
LIMIT = 20
# Fields of the connection, and those that differ from one request to the next.
UNRECORDED = {"date", "content-length", "transfer-encoding", "connection", "x-request-id"}
RANDOM = re.compile(
    r"(?P<key>whsec_[\w+/]+=*|(?<=/events/v1/)[\w.~-]+|(?<=\.)[\w-]{43}(?=;))|(?P<code>(?:[2-9A-Z]{4}-){5}[2-9A-Z]{4})"
    r"|(?<![0-9A-Za-z])(?:(?P<hash>[0-9a-f]{64})|(?P<id>[0-9a-f]{24}(?:[0-9a-f]{8})?)|(?P<secret>[0-9A-Za-z]{32}))"
    r"(?![0-9A-Za-z])"
)
# The beginning of a token, what depends on the time that regular work takes, and the version of the server.
VARYING = [
    (re.compile(r'("hint": "fs_[a-z]+_[a-z0-9-]+_)\w{4}'), r"\1‹hint›"),
    (re.compile(r'("(?:lastUsed|lastSeen|duration|perform|mayFollow)": )(?:\d+|null|"\d*")'), r'\1"‹varies›"'),
    (re.compile(r'("first(?:Version|Read|Report)": )(?:\d+|null|"[^"]*")'), r'\1"‹varies›"'),
    (re.compile(r'("openID": null, "version": )"[^"]+"'), r'\1"‹version›"'),
]


def text_of(line):
    return json.dumps(line, ensure_ascii=False)


def is_request(line):
    return isinstance(line, list) and isinstance(line[1], str)


def is_response(line):
    return isinstance(line, list) and isinstance(line[1], int)


def with_names(line):
    """Returns a response with the names of its parts, and other lines as they are."""
    return dict(zip(("caller", "status", "fields", "body"), line)) if is_response(line) else line


def member(value, path):
    for name in path.split("."):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


class Recorder:
    """Sends requests to a server whose clock is stopped until the next one."""

    def __init__(self, clock, **values):
        self.clock = clock
        self.time = BEGIN
        # What replaces names in requests, and the names that replace random texts in responses.
        self.values = values
        self.names = {}
        self.counts = defaultdict(int)
        self.cookies = defaultdict(dict)

    def record(self, lines):
        """Returns the lines of a recording with the responses of the server."""
        recorded, usual = [], None
        for line in lines:
            if is_response(line) or isinstance(line, dict):
                continue
            recorded.append(line)
            self.time += line if isinstance(line, int) else 0
            for caller in line[0].split() if is_request(line) else []:
                status, fields, body = self.receive(caller, line)
                if usual is None:
                    usual = fields
                    recorded.insert(0, {"usual fields": usual})
                names = sorted(usual.keys() | fields.keys())
                differing = {name: fields.get(name) for name in names if fields.get(name) != usual.get(name)}
                recorded.append([caller, status, differing, body])
        return recorded

    def receive(self, caller, line):
        """Returns the status, the fields and the body of the response to a request."""
        self.time += not (line[4:] and "until" in line[4])
        self.clock.stop(self.time)
        self.values["code"] = code(self.values.get("secret", ""), self.time // STEP)
        _, method, path, *rest = json.loads(re.sub("‹([a-z ]+)›", self.value, text_of(line)))
        body, more = rest + [None, {}][len(rest) :]
        keep, until = more.pop("keep", {}), more.pop("until", "")
        deadline = time.monotonic() + LIMIT
        response = self.send(caller, method, path, body, more, until)
        while until not in text_of(response) and time.monotonic() < deadline:
            time.sleep(0.02)
            response = self.send(caller, method, path, body, more, until)
        for name, place in keep.items():
            self.values[name] = value = member(response, place)
            self.names.update((found[0], name) for found in RANDOM.finditer(value))
        text = text_of(list(response.values()))
        for name in ("host", "receiver"):
            text = text.replace(self.values[name], f"‹{name}›")
        for pattern, replacement in VARYING:
            text = pattern.sub(replacement, text)
        return json.loads(RANDOM.sub(self.name, text))

    def value(self, name):
        return json.dumps(self.values[name[1]])[1:-1]

    def name(self, found):
        if found[0] not in self.names:
            self.counts[found.lastgroup] += 1
            self.names[found[0]] = f"{found.lastgroup} {self.counts[found.lastgroup]}"
        return f"‹{self.names[found[0]]}›"

    def send(self, caller, method, path, body=None, more=None, until=""):
        fields = {"User-Agent": "Recorder", "Content-Type": "application/json"}
        if body is not None:
            body = (body if isinstance(body, str) else json.dumps(body)).encode()
            body = gzip.compress(body) if more.get("Content-Encoding") == "gzip" else body
            fields["Content-Digest"] = f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"
        if self.values.get(caller, "").startswith("fs_"):
            fields["Authorization"] = f"Bearer {self.values[caller]}"
        else:
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies[caller].items())
            fields.update({"Origin": f"http://{self.values['host']}", "X-Firesteel": "1", "Cookie": cookies})
        fields = {name: value for name, value in {**fields, **(more or {})}.items() if value is not None}
        connection = http.client.HTTPConnection(self.values["host"], timeout=20)
        try:
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            received = defaultdict(list)
            for name, value in response.getheaders():
                received[name.lower()].append(value)
            self.cookies[caller].update(value.split(";")[0].split("=", 1) for value in received["set-cookie"])
            fields = {name: ", ".join(values) for name, values in received.items() if values}
            body = body_of(response, fields.get("content-type"), until)
            return {
                "status": response.status,
                "fields": {name: value for name, value in fields.items() if name not in UNRECORDED},
                "body": body,
            }
        finally:
            connection.close()


def body_of(response, type, until):
    """Returns the value of a body in JSON, the beginning of a stream, or another body as a text."""
    text = ""
    if type == "text/event-stream":
        while until not in text or not text.endswith("\n\n"):
            text += response.readline().decode()
        return text
    text = (response.readline() if type == "application/jsonl" else response.read()).decode()
    return json.loads(text) if text and type.startswith("application/json") else text or None


def differences(expected, actual, path=""):
    """Yields what differs between two values in JSON, by the paths of the members."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name in sorted(expected.keys() | actual.keys()):
            if name not in actual:
                yield f"{path[1:]}.{name} is missing"
            elif name not in expected:
                yield f"{path[1:]}.{name} is new: {text_of(actual[name])}"
            else:
                yield from differences(expected[name], actual[name], f"{path}.{name}")
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for index, (one, other) in enumerate(zip(expected, actual)):
            yield from differences(one, other, f"{path}[{index}]")
    elif text_of(expected) != text_of(actual):
        yield f"{path[1:]} is {text_of(actual)} instead of {text_of(expected)}"
