"""Programs send summaries and reports; the server receives each once, whatever happens, and refuses what is hostile."""

import gzip
import json
import os
import random
import re
import socket
import time

import pytest
import requests
from insight import INSIGHT, Sender, address, counted, digest, item, now, put, received, report, segment
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually, output_of, run_command
from test_kills import report as report_kills

IS_SOAK = os.environ.get("FIRESTEEL_SOAK") == "1"
KILLS = 125 if IS_SOAK else 8
SENDERS = 4


def new_store(dialect, folder, request):
    if dialect == "sqlite":
        return ["--data", folder / "data"]
    postgres = request.getfixturevalue("postgres")
    return ["--database", postgres.url(postgres.create_database())]


class Setup:
    """A server, and the tokens of its program."""

    def __init__(self, folder, store):
        self.installation = Installation(folder, store, 1)
        self.ingest = self.installation.token("ingest")
        self.admin = self.installation.token("admin", "--role", "admin")
        self.client = self.installation.token("client")
        self.node = Node(folder, "node", store).start()

    def get(self, path):
        return received(self.node, path, self.admin)

    def covers(self):
        return self.get("/overview")["covers"]


@pytest.fixture
def setup(tmp_path, nodes):
    setup = Setup(tmp_path, ["--data", tmp_path / "data"])
    nodes.append(setup.node)
    return setup


def test_a_message_is_received_once(setup):
    body = segment("r1", person="p1")
    path = address(body)
    status, _, answer = put(setup.node, path, body, setup.ingest)
    assert status == 201
    assert answer["has"] == {"segments": [[1, 1]], "reports": []}
    assert answer["mayFollow"] > 0 and answer["next"] > 0
    # The same bytes, also compressed
    assert put(setup.node, path, body, setup.ingest)[0] == 200
    assert put(setup.node, path, body, setup.ingest, compressed=True)[0] == 200
    status, _, answer = put(setup.node, path, segment("r1", saves=2), setup.ingest)
    assert status == 409 and answer["error"]["code"] == "other-bytes"
    third = segment("r1", 3, person="p1")
    assert put(setup.node, address(third), third, setup.ingest)[2]["has"]["segments"] == [[1, 1], [3, 3]]
    crash = report("r1", person="p1")
    status, _, answer = put(setup.node, address(crash, "reports"), crash, setup.ingest, compressed=True)
    assert status == 201 and answer["has"]["reports"] == [[1, 1]]
    eventually(lambda: setup.covers()["sessions"] == 1 and setup.get("/groups")["groups"])
    # A server's token may send as well.
    assert put(setup.node, path, body, setup.installation.reader)[0] == 200


def test_a_batch_has_a_result_for_each_item(setup):
    known = segment("r1")
    assert put(setup.node, address(known), known, setup.ingest)[0] == 201
    items = [
        item(known),
        item(segment("r2")),
        item(report("r2"), "report"),
        item(segment("r1", saves=3)),
        {**item(segment("r3")), "sha256": "0" * 64},
        {**item(segment("r4")), "body": "{"},
        {**item(segment("r5")), "number": 2},
        {**item(segment("r6")), "kind": "thing"},
        {},
    ]
    status, _, answer = put(
        setup.node, "/ingest/v1/batch", json.dumps({"items": items}).encode(), setup.ingest, method="POST"
    )
    assert status == 200
    assert [result["status"] for result in answer["results"]] == [200, 201, 201, 409, 400, 400, 400, 400, 400]
    assert answer["results"][2]["has"] == {"segments": [[1, 1]], "reports": [[1, 1]]}
    assert answer["results"][4]["error"]["code"] == "wrong-digest"
    many = json.dumps({"items": [{}] * 101}).encode()
    assert put(setup.node, "/ingest/v1/batch", many, setup.ingest, method="POST")[0] == 400


def test_wrong_digests_and_cut_messages_are_refused(setup):
    body = segment("r1")
    path = address(body)
    wrong = put(setup.node, path, body, setup.ingest, {"Content-Digest": digest(b"other")})
    assert wrong[0] == 400 and wrong[2]["error"]["code"] == "wrong-digest"
    assert put(setup.node, path, body, setup.ingest, {"Content-Digest": None})[0] == 400
    compressed = gzip.compress(body)
    for cut in range(0, len(compressed), 7):
        assert put(setup.node, path, compressed[:cut], setup.ingest, {"Content-Encoding": "gzip"})[0] == 400
    for cut in range(0, len(body), 11):
        assert put(setup.node, path, body[:cut], setup.ingest)[0] == 400
    # A connection that ends within the body
    for cut in (0, 10, len(body) - 1):
        with socket.create_connection(("127.0.0.1", setup.node.port)) as connection:
            head = (
                f"PUT {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {setup.ingest}\r\n"
                f"Content-Digest: {digest(body)}\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            connection.sendall(head.encode() + body[:cut])
    status, _, answer = put(setup.node, path, body, setup.ingest)
    assert status == 201 and answer["has"]["segments"] == [[1, 1]]


def nested(depth):
    return b"[" * depth + b"]" * depth


HOSTILE = {
    "no JSON": (b"x", 400, None),
    "no object": (b"[]", 400, None),
    "another run": (segment("r2"), 400, "run"),
    "another number": (segment("r1", 7), 400, "segment"),
    "an unknown version": (segment("r1", version=99), 400, "version"),
    "no people": (segment("r1", people=[]), 400, "people"),
    "a negative count": (segment("r1", people=[{"session": 0, "dropped": -1}]), 400, "people[0].dropped"),
    "a huge number": (segment("r1", started=1 << 60), 400, "started"),
    "a time that ends before it begins": (segment("r1", **{"from": 9, "until": 1}), 400, "until"),
    "an address as a person": (segment("r1", person="mara@example.com"), 400, "people[0].person"),
    "NUL": (segment("r1", system="a\u0000b"), 400, "system"),
    "a long text": (segment("r1", system="a" * 513), 413, "system"),
    "many people": (segment("r1", people=[{"session": n} for n in range(501)]), 413, "people"),
    "a session twice": (segment("r1", people=[{"session": 0}, {"session": 0}]), 400, "people"),
    "nesting": (segment("r1")[:-1] + b',"x":' + nested(100) + b"}", 413, None),
    "unpaired surrogates": (segment("r1").replace(b"iOS", b"\\ud800"), 400, None),
    "invalid UTF-8": (segment("r1").replace(b"iOS", b"\xff\xfe"), 400, None),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_messages_are_refused_with_the_member(setup, name):
    body, status, member = HOSTILE[name]
    for compressed in (False, True):
        found, _, answer = put(setup.node, "/ingest/v1/runs/r1/segments/1", body, setup.ingest, compressed=compressed)
        assert found == status, answer
        if member:
            assert answer["error"]["member"] == member
    good = segment("r1")
    assert put(setup.node, address(good), good, setup.ingest)[0] == 201
    # Refused messages are counted, not logged one by one.
    assert setup.node.logged().count("segments") == 0


def test_sizes_are_limited_on_the_wire_and_inflated(setup):
    # The first request with a token makes room for small bodies only, until the token is known.
    assert put(setup.node, "/ingest/v1/runs/r0/segments/1", segment("r0"), setup.ingest)[0] == 201
    bomb = segment("r1", padding="a" * (32 << 20))
    status, _, answer = put(setup.node, "/ingest/v1/runs/r1/segments/1", bomb, setup.ingest, compressed=True)
    assert status == 413 and answer["error"]["limit"] == "inflated"
    noise = report("r1", padding=random.Random(1).randbytes(300_000).hex())
    status, _, answer = put(setup.node, "/ingest/v1/runs/r1/reports/1", noise, setup.ingest, compressed=True)
    assert status == 413 and answer["error"]["limit"] == "wire"
    for path in ("/ingest/v1/runs/r1/segments/0", "/ingest/v1/runs/r1/segments/20001", "/ingest/v1/runs/r1/segments/x"):
        assert put(setup.node, path, segment("r1"), setup.ingest)[0] == 400
    assert put(setup.node, "/ingest/v1/runs/a%20b/segments/1", segment("a b"), setup.ingest)[0] == 400
    assert put(setup.node, address(segment("r1")), segment("r1"), setup.ingest, {"Content-Encoding": "br"})[0] == 415


def test_a_run_that_sends_too_much_waits(setup):
    statuses = []
    for number in range(1, 700):
        body = segment("r1", number)
        status, fields, _ = put(setup.node, address(body), body, setup.ingest)
        statuses.append(status)
        if status == 429:
            assert 1 <= int(fields["Retry-After"]) <= 60
            break
    assert statuses[-1] == 429 and len(statuses) > 400
    # Others don't.
    assert put(setup.node, address(segment("r2")), segment("r2"), setup.ingest)[0] == 201


def test_only_tokens_that_may_send_do_and_only_to_their_environment(setup):
    body = segment("r1")
    for token in (setup.client, setup.admin, setup.installation.editor, "fs_ingest_development_" + "a" * 32, "x"):
        assert put(setup.node, address(body), body, token)[0] == 401
    assert put(setup.node, address(body), body, setup.ingest)[0] == 201
    status, _, _ = setup.node.request("GET", f"{INSIGHT}/groups", setup.ingest)
    assert status == 401


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_no_acknowledged_message_is_lost_or_counted_twice(dialect, tmp_path, nodes, request):
    store = new_store(dialect, tmp_path, request)
    setup = Setup(tmp_path, store)
    nodes.append(setup.node)
    all_nodes = [setup.node]
    if dialect == "postgres":
        # Two nodes receive, one of them rolls up.
        nodes.append(Node(tmp_path, "second", store).start())
        all_nodes.append(nodes[-1])
    senders = [Sender(all_nodes, setup.ingest, index) for index in range(SENDERS)]
    for _ in range(KILLS):
        before = sum(len(sender.acknowledged) for sender in senders)
        eventually(lambda before=before: sum(len(sender.acknowledged) for sender in senders) > before)
        time.sleep(random.uniform(0, 0.5))
        node = random.choice(all_nodes)
        node.kill()
        node.start()
    for sender in senders:
        sender.join()
    acknowledged = [entry for sender in senders for entry in sender.acknowledged]
    expected = (len(acknowledged), 2 * len(acknowledged), sum(has_report for _, has_report in acknowledged))

    def is_counted():
        found = counted(setup.node, setup.admin)
        return all(count >= least for count, least in zip(found, expected, strict=True))

    # The lease of a node that was killed ends after 15 seconds.
    eventually(is_counted)
    found = counted(setup.node, setup.admin)
    report_kills(f"Messages {dialect}", KILLS, senders, found[0])
    assert found == expected
    setup.installation.verify()


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_a_person_is_erased_from_the_command_line(dialect, tmp_path, nodes, request):
    store = new_store(dialect, tmp_path, request)
    setup = Setup(tmp_path, store)
    nodes.append(setup.node)
    for run, person in (("r1", "ada"), ("r2", "bob")):
        for kind, body in (("segments", segment(run, person=person)), ("reports", report(run, person=person))):
            assert put(setup.node, address(body, kind), body, setup.ingest)[0] == 201
    eventually(lambda: setup.covers()["people"] == 2)
    assert setup.node.end() == 0
    arguments = ["erase-person", *store, "--program", PROGRAM, "--environment", ENVIRONMENT]
    assert output_of(*arguments, "ada") == "Erased 1 sessions and 1 reports."
    assert output_of(*arguments, "ada") == "Erased 0 sessions and 0 reports."
    assert run_command(*arguments).returncode != 0
    setup.node.start()
    group = setup.get("/groups")["groups"][0]
    heads = setup.get(f"/groups/{group['id']}/reports")["reports"]
    assert [head["person"] for head in heads] == ["bob"]
    # The report that remains becomes a test. Its program sent no catalogue.
    test = setup.get(f"/groups/{group['id']}/reports/{heads[0]['run']}/1/test")
    assert test["file"] == "SaveDocumentSucceeds.swift"
    assert "// Save Document was in flight when the program ended: Bad file descriptor\n" in test["source"]
    assert "#expect(outcome.error == nil)" in test["source"] and "bob" not in test["source"]
    # Sums remain, and say nothing about one person.
    assert setup.covers()["sessions"] == 2 and setup.covers()["people"] == 1
    setup.installation.verify()


def test_a_clock_that_is_a_day_off_doesnt_move_figures(setup):
    day = 86_400_000
    for run, shift in (("ahead", day), ("behind", -day - 3_600_000)):
        body = segment(run, started=now() + shift)
        assert put(setup.node, address(body), body, setup.ingest)[0] == 201
    # One that says what time it is there
    body = segment("says", started=now() - 2 * day - 60_000)
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime((now() - 2 * day) / 1000))
    assert put(setup.node, address(body), body, setup.ingest, {"Date": date})[0] == 201
    eventually(lambda: setup.get("/behaviour?hours=2")["covers"]["sessions"] == 3)


def test_metrics_count_messages_by_outcome(tmp_path, nodes):
    installation = Installation(tmp_path, ["--data", tmp_path / "data"], 1)
    ingest = installation.token("ingest")
    options = ["--metrics-listen", "127.0.0.1:0"]
    node = Node(tmp_path, "node", ["--data", tmp_path / "data"], options=options).start()
    nodes.append(node)
    body = segment("r1")
    for data in (body, body, b"{"):
        put(node, address(body), data, ingest)
    text = requests.get(node.addresses["Metrics"], timeout=60).text
    counts = dict(re.findall(r'firesteel_insight_messages_total\{outcome="([^"]+)"\} (\d+)', text))
    assert counts == {"stored": "1", "repeated": "1", "invalid": "1"}
