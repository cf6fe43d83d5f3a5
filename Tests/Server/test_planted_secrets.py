"""Programs send secrets, by mistake or on purpose: what the server replaces is in no table, log, answer or webhook.

Then a person is erased, of whom no row remains.
"""

import base64
import gzip
import hashlib
import hmac
import http.client
import itertools
import json
import random
import sqlite3
import subprocess
import urllib.parse
from dataclasses import dataclass

import pytest
import requests
from insight import digest, item, now, report, segment
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually
from receiver import Receiver
from test_webhooks import Admin

INSIGHT = f"/api/v1/programs/{PROGRAM}/environments/{ENVIRONMENT}/insight"
# The address of the client, beside which nothing else on this machine uses it.
CLIENT = "127.77.66.55"
# The address that a proxy names.
FORWARDED = "203.0.113.77"


# MARK: Secrets


@dataclass
class Secret:
    """A secret: the text in which it is planted, and what no place may contain."""

    kind: str
    text: str
    needles: tuple


class Secrets:
    """Invents secrets. None is written in this file, where scanners of repositories would find it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.all = (
            self.addresses() + self.bearers() + self.web_tokens() + self.keys() + self.private_keys() + self.cards()
        )
        self.all += self.homes()

    def letters(self, count, alphabet="abcdefghijkmnpqrstuvwxyz23456789"):
        return "".join(self.random.choice(alphabet) for _ in range(count))

    def mixed(self, count):
        return self.letters(count, "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789")

    def addresses(self):
        forms = [
            "{}@example.com", "{}@mail.example.co.uk", "{}+news@example.com", "{}.lind@example.com", "{}@exämple.com",
            "{}@EXAMPLE.COM", "{}@example.com-2026", "@{}@example.social", "{}@xn--exmple-cua.com",
            "mailto:{}@example.com", "<{}@example.com>", "{}%40example.com", "x@y/{}@example.com", "{}_1@example.com",
        ]  # fmt: skip
        names = [f"mara{self.letters(8)}" for _ in forms]
        return [Secret("address", form.format(name), (name,)) for form, name in zip(forms, names)]

    def bearers(self):
        forms = [
            "Bearer {}", "bearer {}", "BEARER {}", "Authorization: Bearer {}", "Authorization=Bearer {}", "Bearer  {}",
            "Bearer%20{}",
        ]  # fmt: skip
        tokens = [self.mixed(28) for _ in forms]
        return [Secret("bearer", form.format(token), (token,)) for form, token in zip(forms, tokens)]

    def web_tokens(self):
        secrets = []
        for algorithm in ("HS256", "RS256", "ES256", "EdDSA", "none"):
            header = {"alg": algorithm, "typ": "JWT"}
            payload = {"sub": self.letters(12)}
            parts = [
                base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in (header, payload)
            ]
            signature = self.mixed(43)
            secrets.append(Secret("web token", ".".join([*parts, signature]), (parts[1], signature)))
        return secrets

    def keys(self):
        prefixes = [
            "AKIA", "ASIA", "AIza", "ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "sk_live_", "sk_test_",
            "rk_live_", "sk-", "sk-proj-", "xoxb-", "xoxp-", "xapp-", "npm_", "pypi-", "SG.", "whsec_", "hvs.",
            "fs_client_development_", "fs_server_development_", "fs_ingest_development_", "fs_admin_development_",
        ]  # fmt: skip
        tokens = [self.mixed(32) for _ in prefixes]
        return [Secret("key", prefix + token, (token,)) for prefix, token in zip(prefixes, tokens)]

    def private_keys(self):
        secrets = []
        for name in ("RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "", "PGP "):
            lines = [self.mixed(64) for _ in range(3)]
            border = f"{name}PRIVATE KEY{' BLOCK' if name == 'PGP ' else ''}-----"
            text = "\n".join(["-----BEGIN " + border, *lines, "-----END " + border])
            secrets.append(Secret("private key", text, tuple(lines)))
        return secrets

    def cards(self):
        secrets = []
        for prefix, count, groups in (
            ("4", 16, (16,)),
            ("4", 16, (4, 4, 4, 4)),
            ("51", 16, (4, 4, 4, 4)),
            ("2223", 16, (16,)),
            ("34", 15, (15,)),
            ("37", 15, (4, 6, 5)),
            ("6011", 16, (4, 4, 4, 4)),
        ):
            digits = prefix + self.letters(count - 1 - len(prefix), "0123456789")
            # The check digit (Luhn)
            total = sum(sum(divmod(int(digit) * (2 - place % 2), 10)) for place, digit in enumerate(digits[::-1]))
            digits += str(-total % 10)
            ends = list(itertools.accumulate(groups))
            parts = [digits[end - size : end] for end, size in zip(ends, groups)]
            for separator in (" ", "-", ".") if len(groups) > 1 else ("",):
                text = separator.join(parts)
                secrets.append(Secret("card", text, (digits, text)))
        return secrets

    def homes(self):
        users, home = "Users", "home"
        forms = [
            f"/{users}/{{}}/Documents/x.md", f"/{home}/{{}}", f"/{home}/{{}}/.config/x", f"file:///{users}/{{}}/x",
            f"C:\\{users}\\{{}}\\x", f"C:\\\\{users}\\\\{{}}\\\\x", f"\\/{home}\\/{{}}\\/x",
            f"/{users}/Shared/../../{home}/{{}}/x", f"%2F{users}%2F{{}}%2Fx", f"~/x:/{home}/{{}}/y",
        ]  # fmt: skip
        names = [f"lind{self.letters(8)}" for _ in forms]
        return [Secret("home", form.format(name), (name,)) for form, name in zip(forms, names)]


# Names of members whose values are secret, whatever they look like.
SECRET_NAMES = [
    "password", "Password", "user_password", "passwd", "passphrase", "secret", "client_secret", "clientSecret",
    "token", "accessToken", "refresh-token", "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie",
    "X-API-Key", "apiKey", "aws_access_key", "credentials", "private_key", "session token",
]  # fmt: skip

# What the server can't recognize: it looks like any other text. Programs remove it before they send a report, as
# docs/insight.md says. If one of them is no longer stored, this list and the documents are wrong.
UNRECOGNIZED = {
    "a name": "Called by Marlene Lindqvistova",
    "a password in a sentence": "can't sign in with hunter2-fortytwo",
    "a value in the query of an address": "https://example.com/reset?code=q8wz7tk2",
    "a short token": "Bearer q8wz7tk3",
    "a telephone number": "call +43 660 5550199",
    "an address of a network": "no route to 198.51.100.23",
    "a postal address": "deliver to Lindenallee 17b, Graz",
    "a name of a person before a host without a domain": "postgres://lindappuser@localhost/x",
    "a key in several texts": "MIIEowIBAAKCAQEAq8wz7tk4",
}


def quoted(text):
    """Returns a text as JSON, as programs log it."""
    return json.dumps(text, ensure_ascii=False)


def contexts(secret):
    """Returns texts in which programs write a secret."""
    text = secret.text
    found = [
        text,
        f"Can't continue with {text}.",
        f"Can't continue with {text}, again",
        f'Can\'t read "{text}" (1 of 2)',
        f"received {quoted(text)}",
        f"received {quoted(quoted(text))}",
        f"a=1&b={text}&c=2",
        f"“{text}”",
    ]
    # Where a scheme or a path makes no sense, these would be other texts than programs write.
    if secret.kind in ("web token", "key", "address", "card"):
        found += [f"https://api.example.net/v1/{text}/x?y=1#z", f"https://{text}@git.example.net/x.git"]
    if secret.kind in ("web token", "key"):
        found += [f"https://user:{text}@localhost:5432/x", f"https://localhost/x?y={text}", f"x-{text}"]
    if secret.kind != "bearer":
        found.append(f"a={urllib.parse.quote(text, safe='')}&b=1")
    return found


def planted_report(run, texts, person):
    """Returns the bytes of a report with texts wherever one is, also where programs send none."""
    text = itertools.cycle(texts)
    new = lambda: next(text)  # noqa: E731
    names = lambda: {"feature": new(), "action": new()}  # noqa: E731
    every = "\n".join(texts)[:4_000]
    place = {"feature-name": new(), "action-name": new(), "session-name": new(), "principal": new(), "label": new()}
    fields = [{"label": "text", "value": new()} for _ in texts]
    events = [
        {"kind": "run", "program": new(), "host": new(), "process": new()},
        {"kind": "begin", "input": fields, "stack": new(), **place},
        {"kind": "completion", "error": fields, "outcome": "failure"},
        {"kind": "log", "severity": "info", "message": fields, "text": every},
        {"kind": "note", "note": new(), "text": new()},
        {"kind": "flag-exposed", "flag": new(), "value": quoted(new()), "variant": new(), "reason": new()},
        {"kind": "flag-exposed", "flag": "x", "context": {"targetingKey": new(), "email": new(), new(): new()}},
        {"kind": "flag", "flag": new(), "latest": new(), "values": [{"value": new(), "variant": new()}]},
        {"kind": "request", "headers": {"User-Agent": new(), "Referer": new(), "X-Forwarded-For": new()}, "url": new()},
        {"kind": "availability", "reasons": [new(), new()], new(): [[new()], {new(): {new(): new()}}]},
        {"kind": "ending", "message": every, "backtrace": {"reason": new(), "frames": [{"symbol": new()}]}},
    ]
    return report(
        run,
        person=person,
        kind="failure",
        program={"name": new(), "version": new(), "build": new()},
        system=new(),
        device=new(),
        feature=new(),
        action=new(),
        names=names(),
        state="failed",
        error={"type": new(), "case": new(), "message": every},
        fatal={"message": every, "file": new(), "line": 1},
        end={"kind": "signal", "signal": new()},
        backtrace=[{"function": every, "file": new(), "module": new(), "own": True}],
        steps=[
            {"feature": new(), "action": new(), "names": names(), "outcome": "success", "time": now(), "duration": 1}
            for _ in range(3)
        ],
        flags=[
            {"key": new(), "value": every, "variant": new(), "reason": new(), "provider": new()},
            {"key": "x", "value": quoted(new()), "variant": "on"},
        ],
        availability=[{"feature": new(), "state": new(), "reasons": [new(), new()]}],
        catalogue=new(),
        timeline={"run": events, "dropped": 0},
        unknown={"text": new(), new(): [new(), {new(): new()}]},
    )


def planted_segment(run, texts, person):
    """Returns the bytes of a segment with texts in each of its names."""
    text = itertools.cycle(texts)
    new = lambda: next(text)  # noqa: E731
    counts = {
        "actions": [{"action": [new(), new()], "successes": 1, "failures": {new(): 1, new(): 2}} for _ in texts],
        "exposures": [{"flag": new(), "variant": new(), "first": 1} for _ in texts],
        "refusals": [{"feature": new(), "reasons": [new(), new()], "count": 1} for _ in texts],
        "successions": [{"from": [new(), new()], "to": [new(), new()], "count": 1} for _ in texts],
    }
    return segment(
        run,
        program={"name": new(), "version": new(), "build": new()},
        system=new(),
        device=new(),
        end={"kind": "signal", "signal": new()},
        people=[{"session": 0, "person": person, **counts}, {"session": 1, **counts}],
        unknown={new(): [new()]},
    )


def named_report(run, generator):
    """Returns the bytes of a report with members that are named as secrets, and the secrets."""
    secrets = []

    def new():
        secrets.append(generator.letters(16))
        return secrets[-1]

    def number():
        secrets.append(generator.letters(1, "123456789") + generator.letters(13, "0123456789"))
        return int(secrets[-1])

    events = [{"kind": "request", "headers": {name: new()}, "user": {"a": {name: new()}}} for name in SECRET_NAMES]
    events += [{"kind": "log", "message": [{"label": name, "value": new()}]} for name in SECRET_NAMES]
    events += [{"kind": "x", "list": [{"name": "token", "value": new()}, {"key": "API-Key", "value": new()}]}]
    events += [{"kind": "x", "password": [new(), {"a": new()}], "secret": {"a": new()}, "token": number()}]
    events += [{"kind": "flag", "flag": "api-token", "latest": new(), "values": [{"value": new()}], "was": new()}]
    flags = [{"key": name, "value": new()} for name in ("payment-token", "client.secret", "api_key")]
    return report(run, flags=flags, timeline={"run": events, "dropped": 0}, password=new()), secrets


# MARK: Places


class Store:
    """The database of a server, beside the server."""

    def __init__(self, dialect, folder, request):
        self.folder = folder / "data"
        self.postgres = request.getfixturevalue("postgres") if dialect == "postgres" else None
        self.database = self.postgres.create_database() if self.postgres else None
        self.options = (
            ["--database", self.postgres.url(self.database)] if self.postgres else ["--data", str(self.folder)]
        )

    def rows(self, statement):
        """Returns rows as objects; values are texts, numbers or bytes."""
        if not self.postgres:
            [file] = self.folder.glob("*.sqlite")
            with sqlite3.connect(file, timeout=60) as connection:
                connection.row_factory = sqlite3.Row
                rows = [dict(row) for row in connection.execute(statement)]
            connection.close()
            return rows
        command = [
            self.postgres.programs / "psql", "-h", self.postgres.folder, "-p", self.postgres.port, "-U", "postgres",
            "-d", self.database, "-XAtc", f"SELECT row_to_json(t) FROM ({statement}) t",
        ]  # fmt: skip
        output = subprocess.run(
            self.postgres.command(*command), cwd="/", capture_output=True, text=True, check=True, timeout=60
        ).stdout
        return [
            {
                name: bytes.fromhex(value[2:]) if isinstance(value, str) and value.startswith("\\x") else value
                for name, value in json.loads(line).items()
            }
            for line in output.splitlines()
        ]

    def execute(self, statement):
        if self.postgres:
            return self.postgres.execute(self.database, statement)
        [file] = self.folder.glob("*.sqlite")
        connection = sqlite3.connect(file, timeout=60)
        with connection:
            connection.execute(statement)
        connection.close()

    def tables(self):
        statement = (
            "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"
            if self.postgres
            else "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
        return sorted(row["name"] for row in self.rows(statement))

    def dump(self):
        """Returns each value of each table by its place, inflated if it is compressed."""
        tables = self.tables()
        assert {"insight_reports", "insight_groups", "insight_inbox", "access_log"} <= set(tables), tables
        for table in tables:
            for row in self.rows(f"SELECT * FROM {table}"):
                for column, value in row.items():
                    if isinstance(value, bytes) and value.startswith(b"\x1f\x8b"):
                        value = gzip.decompress(value)
                    yield f"{table}.{column}", value if isinstance(value, bytes) else str(value).encode()

    def hold_roll_up(self):
        """Lets messages wait: another node has the lease."""
        until = now() + 100_000
        self.execute(
            f"INSERT INTO insight_leases (name, node, until) VALUES ('insight-roll-up', 'test', {until}) "
            f"ON CONFLICT (name) DO UPDATE SET node = 'test', until = {until}"
        )

    def release_roll_up(self):
        self.execute("DELETE FROM insight_leases WHERE node = 'test'")

    def waiting(self):
        return self.rows("SELECT COUNT(*) AS n FROM insight_inbox")[0]["n"]


def places(needles, dump):
    """Returns where needles are, with upper and lower case alike."""
    needles = {needle.lower().encode() if isinstance(needle, str) else needle for needle in needles}
    assert all(len(needle) >= 8 for needle in needles)
    # Most values are repeated, and searching a few long ones is quicker.
    values = {}
    for place, value in dump:
        values.setdefault(place, set()).update((value, value.lower()))
    joined = {place: b"\n".join(sorted(found)) for place, found in values.items()}
    return sorted(
        (place, needle.decode(errors="replace"))
        for place, found in joined.items()
        for needle in needles
        if needle in found
    )


class Client:
    """A program with a separate address."""

    def __init__(self, node, token):
        self.node = node
        self.token = token

    def send(self, method, path, body, fields=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.node.port, timeout=60, source_address=(CLIENT, 0))
        fields = {"Authorization": f"Bearer {self.token}", "Content-Digest": digest(body), **(fields or {})}
        try:
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            return response.status, json.loads(response.read() or b"null")
        finally:
            connection.close()

    def send_all(self, messages, fields=None):
        """Sends messages in batches, and checks that each is stored."""
        for start in range(0, len(messages), 20):
            items = [item(body, kind) for kind, body in messages[start : start + 20]]
            status, answer = self.send("POST", "/ingest/v1/batch", json.dumps({"items": items}).encode(), fields)
            assert status == 200, answer
            assert [result["status"] for result in answer["results"]] == [201] * len(items), answer


@dataclass
class Setup:
    store: Store
    installation: Installation
    node: Node
    admin: Admin
    client: Client

    def answers(self):
        """Returns what the API answers about reports and behaviour, page by page."""
        yield from self.answer("/overview")
        yield from self.answer("/behaviour?hours=24")
        for feature in json.loads(self.last)["actions"][:10]:
            query = urllib.parse.urlencode({"hours": 24, "feature": feature["feature"], "action": feature["action"]})
            yield from self.answer(f"/behaviour/next?{query}")
        yield from self.answer("/groups?state=all")
        for group in [group["id"] for group in json.loads(self.last)["groups"]]:
            for path in ("", "/history", "/suspects"):
                yield from self.answer(f"/groups/{group}{path}")
            yield from self.answer(f"/groups/{group}/reports?limit=200")
            for head in json.loads(self.last)["reports"]:
                path = f"/groups/{group}/reports/{head['run']}/{head['number']}"
                yield from self.answer(path)
                if json.loads(self.last)["report"].get("action"):
                    yield from self.answer(f"{path}/test")
        for path in ("access-log", "changes", "webhooks"):
            body = json.dumps(self.admin.call("GET", f"/api/v1/programs/{PROGRAM}/{path}"))
            yield path, body.encode()

    def answer(self, path):
        response = self.admin.session.get(f"{self.admin.address}{INSIGHT}{path}", timeout=60)
        assert response.status_code == 200, f"{path}: {response.text}"
        self.last = response.text
        # Escapes of JSON hide nothing.
        yield path, json.dumps(response.json(), ensure_ascii=False).encode()
        yield path, str(response.headers).encode()


@pytest.fixture(params=["sqlite", "postgres"])
def setup(request, tmp_path, nodes):
    store = Store(request.param, tmp_path, request)
    installation = Installation(tmp_path, store.options, 1)
    token = installation.token("ingest")
    options = ["--webhook-loopback", "--metrics-listen", "127.0.0.1:0"]
    if request.param == "postgres":
        # Then the address of the client is the one that a proxy names.
        options.append("--trust-proxy")
    node = Node(tmp_path, "node", store.options, options=options).start()
    nodes.append(node)
    name, _, address = node.process.stdout.readline().strip().partition(": ")
    node.addresses[name] = address
    client = Client(node, token)
    return Setup(store, installation, node, Admin(node), client)


def test_planted_secrets_are_nowhere(setup):
    generator = Secrets(4_711)
    secrets = generator.all
    assert len(secrets) + len(SECRET_NAMES) >= 100
    assert len({needle for secret in secrets for needle in secret.needles}) >= len(secrets)
    needles = {needle for secret in secrets for needle in secret.needles}
    store, client = setup.store, setup.client
    receiver = Receiver()
    try:
        setup.admin.webhook(receiver.address, events=("report.opened", "report.reopened"))
        fields = {"X-Forwarded-For": FORWARDED, "Forwarded": f"for={FORWARDED}", "X-Real-IP": FORWARDED}

        # Reports are stored without secrets, also while they wait.
        store.hold_roll_up()
        named, values = named_report("named", generator)
        needles |= set(values)
        reports = [("report", named)]
        reports += [
            ("report", planted_report(f"r{index}", contexts(secret), f"p{index}"))
            for index, secret in enumerate(secrets)
        ]
        client.send_all(reports, fields)
        assert store.waiting() == len(reports)
        assert places({*needles, CLIENT, FORWARDED}, store.dump()) == []

        segments = [
            ("segment", planted_segment(f"r{index}", contexts(secret), f"p{index}"))
            for index, secret in enumerate(secrets)
        ]
        client.send_all(segments, fields)
        plain = report("plain", names={"feature": "x", "action": "y"}, note=list(UNRECOGNIZED.values()))
        client.send_all([("report", plain)], fields)
        needles |= plant_in_requests(setup, generator, fields)
        store.release_roll_up()
        eventually(lambda: store.waiting() == 0)
        eventually(lambda: receiver.received("report.opened"))
        setup.admin.call("GET", f"/api/v1/programs/{PROGRAM}/webhooks")

        dump = list(store.dump())
        dump += setup.answers()
        dump.append(("metrics", requests.get(setup.node.addresses["Metrics"], timeout=60).content))
        dump.append(("log", setup.node.logged().encode()))
        for message in receiver.received():
            dump.append((f"webhook {message.event['type']}", message.body))
            dump.append(("webhook fields", str(message.fields).encode()))
    finally:
        receiver.stop()
    assert places({*needles, CLIENT, FORWARDED}, dump) == []

    # Each report says how much was replaced, and is otherwise there.
    rows = store.rows("SELECT run, redactions FROM insight_reports")
    assert {row["run"] for row in rows} == {"named", "plain", *(f"r{index}" for index in range(len(secrets)))}
    assert all((row["redactions"] > 0) == (row["run"] != "plain") for row in rows), rows
    stored = {text for _, text in places(UNRECOGNIZED.values(), dump)}
    assert stored == {text.lower() for text in UNRECOGNIZED.values()}
    setup.installation.verify()


def plant_in_requests(setup, generator, fields):
    """Sends requests with secrets around their messages, and messages that are refused; returns the secrets."""
    planted = []

    def new(form="{}"):
        planted.append(generator.letters(16))
        return form.format(planted[-1])

    client = setup.client
    body = segment("around")
    for index in range(3):
        around = {
            "User-Agent": new("Documents/{}"),
            "Referer": new("https://example.com/{}"),
            "Cookie": new("firesteel={}"),
            "From": new("{}@example.com"),
            "traceparent": new("00-{}"),
            "Via": new("1.1 {}"),
            **fields,
        }
        query = f"?token={new()}&email={new('{}%40example.com')}"
        path = "/ingest/v1/runs/around/segments/1"
        assert client.send("PUT", path + query, body, around)[0] == (201 if index == 0 else 200)
        # Refused: the token, the address, the digest, the body
        assert client.send("PUT", path, body, {**around, "X-API-Key": new()})[0] == 401
        for form in ("Bearer fs_ingest_development_{0}{0}", "Bearer {}", "Basic {}"):
            assert client.send("PUT", path, body, {**around, "Authorization": new(form)})[0] in (401, 403)
        assert client.send("PUT", f"/ingest/v1/runs/{new('{}%40example.com')}/segments/1", body, around)[0] == 400
        assert client.send("PUT", f"/ingest/v1/runs/r/segments/{new()}", body, around)[0] == 400
        assert client.send("GET", f"/ingest/v1/{new()}?token={new()}", b"", around)[0] in (401, 404)
        assert client.send("PUT", path, body, {**around, "Content-Digest": new("sha-256=:{}:")})[0] == 400
        for broken in (
            new("{{{}").encode(),
            segment("around", 2, person=new("{}@example.com")),
            segment("around", 2, **{"from": new()}),
            segment("around", 2, people=[{"session": 0, "actions": [{"action": [new()]}]}]),
        ):
            assert client.send("PUT", "/ingest/v1/runs/around/segments/2", broken, around)[0] == 400
        items = [{"run": new("{}@"), "kind": new(), "number": 1, "sha256": new(), "body": new("{{{}")}, new()]
        status, answer = client.send("POST", "/ingest/v1/batch", json.dumps({"items": items}).encode(), around)
        assert status == 200 and [result["status"] for result in answer["results"]] == [400, 400]
    return set(planted)


# MARK: Erasing

# With characters that JSON and addresses may escape.
PERSON = "mara/4711&~%41+x"
OTHER = "someone-else"


def escaped(body):
    """Returns a message in which the pseudonym is written with escapes."""
    plain = json.dumps(PERSON).encode()
    assert plain in body
    return body.replace(plain, b'"' + b"".join(b"\\u%04x" % byte for byte in PERSON.encode()) + b'"')


def slashed(body):
    return body.replace(b"mara/4711", b"mara\\/4711")


def shared(run, number=1):
    """Returns a segment of a server's run with several people."""
    action = {"actions": [{"action": ["App/Documents", "save"], "successes": 1}]}
    refusal = {"refusals": [{"feature": "App/Export", "reasons": ["Needs Premium"], "count": 1}]}
    exposure = {"exposures": [{"flag": "fast-save", "variant": "on", "first": 1}]}
    people = [
        {"session": 0, **action},
        {"session": 3, "person": PERSON, **action, **refusal, **exposure},
        {"session": 4, "person": OTHER, **action, **refusal},
    ]
    return segment(run, number, people=people)


def messages_of(prefix):
    """Returns messages with the person: of their own runs, and of shared ones."""
    return [
        ("segment", segment(f"{prefix}-own-run", person=PERSON)),
        ("report", report(f"{prefix}-own-run", person=PERSON)),
        ("segment", escaped(segment(f"{prefix}-own-escaped", person=PERSON))),
        ("report", escaped(report(f"{prefix}-own-escaped", person=PERSON))),
        ("segment", slashed(segment(f"{prefix}-own-slashed", person=PERSON))),
        # Without a segment
        ("report", slashed(report(f"{prefix}-own-report", person=PERSON))),
        ("segment", shared(f"{prefix}-shared")),
        ("segment", escaped(shared(f"{prefix}-shared", 2))),
        ("report", report(f"{prefix}-shared", 1, person=PERSON)),
        ("report", report(f"{prefix}-shared", 2, person=OTHER, fatal={"message": "Another error"})),
        ("segment", segment(f"{prefix}-other", person=OTHER)),
    ]


def test_nothing_of_an_erased_person_remains(setup):
    store = setup.store
    setup.client.send_all(messages_of("early"))
    eventually(lambda: store.waiting() == 0)
    store.hold_roll_up()
    setup.client.send_all(messages_of("late"))
    assert store.waiting() == len(messages_of("late"))

    [secret] = [row["value"] for row in store.rows("SELECT * FROM settings") if row["name"] == "insight-secret"]
    [scope] = [row["scope"] for row in store.rows("SELECT * FROM insight_scopes")]

    def hashed(person):
        return hmac.digest(secret.encode(), f"{scope}\n{person}".encode(), "sha256")[:8]

    names = {PERSON, PERSON.replace("/", "\\/"), urllib.parse.quote(PERSON, safe=""), *person_escapes()}
    mine = {*names, hashed(PERSON), hashlib.sha256(PERSON.encode()).hexdigest()}
    before = {place for place, _ in places({*mine, "early-own-", "late-own-"}, store.dump())}
    assert {
        "insight_sessions.person", "insight_reports.person", "insight_reports.body", "insight_inbox.body",
        "insight_people.sketch", "insight_groups.sketch", "insight_messages.run",
    } <= before  # fmt: skip

    path = f"{INSIGHT}/people/{urllib.parse.quote(PERSON, safe='')}"
    found = setup.admin.call("GET", path)
    assert found["sessions"] > 0 and found["reports"] > 0
    setup.admin.call("DELETE", path)
    assert places(mine, store.dump()) == []
    # Nor does a run that was theirs alone, whether its messages were rolled up or waited.
    assert places({"early-own-", "late-own-"}, store.dump()) == []
    store.release_roll_up()
    eventually(lambda: store.waiting() == 0)
    assert places({*mine, "early-own-", "late-own-"}, [*store.dump(), ("log", setup.node.logged().encode())]) == []
    left = {place for place, _ in places({OTHER, hashed(OTHER)}, store.dump())}
    assert {"insight_sessions.person", "insight_reports.person", "insight_people.sketch"} <= left
    runs = {row["run"] for row in store.rows("SELECT run FROM insight_sessions")}
    assert {"early-shared", "late-shared", "early-other", "late-other"} <= runs
    [entry] = [row for row in store.rows("SELECT * FROM access_log") if "rased" in json.dumps(row, default=str)]
    assert PERSON not in json.dumps(entry, default=str)
    found = setup.admin.call("GET", path)
    assert not any(found.values()), found
    setup.installation.verify()


def person_escapes():
    """Returns the pseudonym as messages escape it."""
    return {"".join(f"\\u{byte:04x}" for byte in PERSON.encode())}
