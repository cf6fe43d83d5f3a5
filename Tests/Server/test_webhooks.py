"""Webhooks: messages that the library of Standard Webhooks verifies, receivers that fail, and killed servers."""

import json
import random
import secrets
import time

import pytest
import requests
import standardwebhooks
from node import PROGRAM, Installation, Node, eventually
from receiver import Receiver

PASSWORD = "correct horse battery staple"
ROOT = f"/api/v1/programs/{PROGRAM}"


class Admin:
    """The first account, which is signed in."""

    def __init__(self, node):
        self.node = node
        self.address = node.addresses["Dashboard"].rstrip("/")
        self.session = requests.Session()
        self.session.headers.update({"X-Firesteel": "1", "Origin": self.address})
        code = node.addresses["First account"].split("#first=")[1]
        body = {"code": code, "email": "ines@example.com", "name": "Ines", "password": PASSWORD}
        self.call("POST", "/api/v1/first-account", body)

    def call(self, method, path, body=None, status=None):
        response = self.session.request(method, self.address + path, json=body, timeout=60)
        assert response.ok if status is None else response.status_code == status, response.text
        return response.json() if response.content else None

    def webhook(self, address, events=("change.applied", "approval.requested"), environments=None):
        body = {"name": "Test", "address": address, "events": list(events), "environments": environments}
        created = self.call("POST", f"{ROOT}/webhooks", body)
        return created["id"], created["secret"]

    def state(self, webhook):
        [found] = [one for one in self.call("GET", f"{ROOT}/webhooks")["webhooks"] if one["id"] == webhook]
        return found

    def deliveries(self, webhook):
        return self.call("GET", f"{ROOT}/webhooks/{webhook}/deliveries?limit=200")["deliveries"]

    def test(self, webhook):
        return self.call("POST", f"{ROOT}/webhooks/{webhook}/tests")["id"]

    def change(self, flag, environment="staging", status=None):
        """Creates a flag in an environment; with `status`, the change is refused."""
        edits = [
            {
                "kind": "flag",
                "name": flag,
                "create": {
                    "type": "boolean",
                    "variants": [{"name": "on", "value": True}, {"name": "off", "value": False}],
                },
            },
            {
                "kind": "targeting",
                "name": flag,
                "environment": environment,
                "create": {"isOn": True, "otherwise": {"variant": "on"}},
            },
        ]
        if status is not None:
            # The same flag again wouldn't be a change.
            edits[0]["create"]["description"] = "Another"
        body = {"id": secrets.token_hex(8), "edits": edits, "reason": f"New {flag}"}
        return self.call("POST", f"{ROOT}/changes", body, status)


@pytest.fixture
def receive():
    """Starts receivers, which end with the test."""
    started = []

    def start(answer=lambda _: None):
        started.append(Receiver(answer))
        return started[-1]

    yield start
    for receiver in started:
        receiver.stop()


@pytest.fixture
def serve(tmp_path, nodes, request):
    """Starts nodes with one database and returns the first account: `serve()`, `serve("postgres", 3)`."""

    def start(dialect="sqlite", count=1, options=("--webhook-loopback",)):
        if dialect == "sqlite":
            store = ["--data", tmp_path / "data"]
        else:
            postgres = request.getfixturevalue("postgres")
            store = ["--database", postgres.url(postgres.create_database())]
        Installation(tmp_path, store, 1)
        nodes.append(Node(tmp_path, "node0", store, options=options).start())
        first = nodes[0]
        # The code for the first account is the next line.
        name, _, address = first.process.stdout.readline().strip().partition(": ")
        first.addresses[name] = address
        # Each start without an account prints another code, and ends the one before.
        admin = Admin(first)
        nodes.extend(Node(tmp_path, f"node{index}", store, options=options).start() for index in range(1, count))
        return admin

    return start


def restart(node):
    node.kill()
    node.start()


def test_messages_are_signed_and_say_what_happened(serve, receive):
    admin, receiver = serve(options=["--webhook-loopback"]), receive()
    webhook, secret = admin.webhook(receiver.address)
    admin.change("first", "development")
    admin.change("second", "staging")
    admin.change("third", "production")
    # All environments have each flag, so the first change is one of protected environments as well.
    eventually(lambda: len(receiver.received()) == 3)
    changes, [requested] = receiver.received("change.applied"), receiver.received("approval.requested")
    assert {change.event["data"]["reason"] for change in changes} == {"New first", "New second"}
    [applied] = [change for change in changes if change.event["data"]["reason"] == "New second"]
    for message in (applied, requested):
        assert message.verify(secret) == message.event
        assert message.fields["content-type"] == "application/json"
        assert message.fields["user-agent"].startswith("Firesteel/")
        assert set(message.event) == {"type", "timestamp", "data"}
        assert message.event["timestamp"].endswith("Z")
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            message.verify("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    data = applied.event["data"]
    assert data["program"] == PROGRAM and data["environments"] == ["staging", "production"]
    assert data["author"] == {"name": "Ines", "source": "dashboard"} and data["reason"] == "New second"
    assert {(item["kind"], item["name"]) for item in data["items"]} == {("flag", "second"), ("targeting", "second")}
    assert data["link"] == f"/p/{PROGRAM}/production/changes"
    assert requested.event["data"]["kind"] == "approval"
    assert requested.event["data"]["link"].endswith("/changes?view=requests")
    # Neither rules nor values are part of it.
    assert b"otherwise" not in applied.body and b"variants" not in applied.body
    # A message is there before its delivery is recorded.
    eventually(lambda: [delivery["state"] for delivery in admin.deliveries(webhook)] == ["delivered"] * 3)


def test_after_a_rotation_both_secrets_verify(serve, receive):
    admin, receiver = serve(), receive()
    webhook, old = admin.webhook(receiver.address)
    new = admin.call("POST", f"{ROOT}/webhooks/{webhook}/secret")["secret"]
    admin.test(webhook)
    eventually(lambda: receiver.received("test"))
    [message] = receiver.received()
    assert len(message.fields["webhook-signature"].split(" ")) == 2
    assert message.verify(old) == message.verify(new) == message.event


def test_a_message_is_repeated_with_its_identifier_and_its_bytes_until_it_is_accepted(serve, receive):
    answers = [(500, {}, b"busy" * 200), (302, {"Location": "http://127.0.0.1:1/"}, b""), (204, {}, b"")]
    receiver = receive(lambda _: answers[min(len(receiver.messages), len(answers)) - 1])
    admin = serve()
    webhook, secret = admin.webhook(receiver.address)
    admin.test(webhook)
    eventually(lambda: len(receiver.received()) == 2)
    first, second = receiver.received()
    assert (first.id, first.body) == (second.id, second.body)
    assert second.time - first.time >= 5
    assert int(second.fields["webhook-timestamp"]) > int(first.fields["webhook-timestamp"])
    for message in (first, second):
        message.verify(secret)
    eventually(lambda: admin.deliveries(webhook)[0]["status"] == 302)
    [delivery] = admin.deliveries(webhook)
    # The redirect was not followed: the schedule continues in five minutes, or on request.
    assert delivery["state"] == "pending" and delivery["attempts"] == 2
    assert 290_000 < delivery["next"] - delivery["lastAttempt"] <= 361_000
    assert admin.state(webhook)["failingSince"]
    admin.call("POST", f"{ROOT}/webhooks/{webhook}/deliveries/{delivery['id']}/repeat")
    eventually(lambda: admin.deliveries(webhook)[0]["state"] == "delivered")
    assert receiver.received()[2].id == first.id
    assert admin.state(webhook)["failingSince"] is None


def test_the_beginning_of_an_answer_is_stored(serve, receive):
    admin, receiver = serve(), receive(lambda _: (400, {}, "é\0\r\n".encode() * 100_000))
    webhook, _ = admin.webhook(receiver.address)
    admin.test(webhook)
    eventually(lambda: admin.deliveries(webhook)[0]["status"] == 400)
    [delivery] = admin.deliveries(webhook)
    assert len(delivery["answer"]) <= 200 and delivery["answer"].startswith("é")
    assert delivery["answer"].isprintable()


def test_a_deleted_receiver_disables_its_webhook(serve, receive):
    admin, receiver = serve(), receive(lambda _: (410, {}, b""))
    webhook, _ = admin.webhook(receiver.address)
    admin.test(webhook)
    eventually(lambda: admin.state(webhook)["state"] == "gone")
    admin.change("first")
    assert len(admin.deliveries(webhook)) == 1
    entries = admin.call("GET", f"{ROOT}/access-log")["entries"]
    [entry] = [entry for entry in entries if entry["event"] == "webhookDisabled"]
    assert entry["actorName"] == "Server" and "410" in entry["details"]


def test_a_receiver_that_wants_a_pause_gets_one(serve, receive):
    receiver = receive(lambda _: (429, {"Retry-After": "8"}, b"") if len(receiver.messages) == 1 else None)
    admin = serve()
    webhook, _ = admin.webhook(receiver.address)
    admin.test(webhook)
    eventually(lambda: admin.state(webhook)["pausedUntil"])
    admin.test(webhook)
    eventually(lambda: len(receiver.received()) == 3)
    first, second, _ = receiver.received()
    assert second.time - first.time >= 8


def test_a_slow_receiver_delays_no_other(serve, receive):
    slow, quick = receive(lambda _: time.sleep(25)), receive()
    admin = serve()
    waiting, _ = admin.webhook(slow.address)
    done, _ = admin.webhook(quick.address)
    for _ in range(6):
        admin.test(waiting)
    eventually(lambda: slow.received())
    for _ in range(20):
        admin.test(done)
    # Before the first attempts at the other one end.
    eventually(lambda: len(quick.received()) == 20, limit=20)
    eventually(lambda: any("No response" in delivery["answer"] for delivery in admin.deliveries(waiting)))
    begin = slow.received()[0].time
    # Before the first attempts end, no others begin.
    assert len([message for message in slow.received() if message.time < begin + 19]) == 2


def test_addresses_of_this_machine_need_the_option(serve, receive):
    admin, receiver = serve(options=[]), receive()
    for address in (
        receiver.address,
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]/",
        "https://10.0.0.1/",
    ):
        body = {"name": "Test", "address": address, "events": ["change.applied"], "environments": None}
        admin.call("POST", f"{ROOT}/webhooks", body, status=422)
    # A name that leads here is refused when a message is sent. The system's resolver reads this one as 127.0.0.1.
    webhook, _ = admin.webhook(f"https://127.1:{receiver.server.server_port}/hook")
    admin.test(webhook)
    eventually(lambda: admin.deliveries(webhook)[0]["attempts"])
    eventually(lambda: "private network or to this machine" in admin.deliveries(webhook)[0]["answer"])
    assert not receiver.received()


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_each_event_arrives_although_servers_are_killed_and_none_of_refused_changes(serve, receive, nodes, dialect):
    receiver = receive(lambda _: time.sleep(random.uniform(0, 0.3)))
    admin = serve(dialect, 1 if dialect == "sqlite" else 2)
    _, secret = admin.webhook(receiver.address)
    applied = []
    for index in range(12):
        applied.append(admin.change(f"flag{index}")["change"]["number"])
        # The flag exists, so that this one is refused.
        admin.change(f"flag{index}", status=409)
        if index % 2:
            time.sleep(random.uniform(0, 0.4))
            restart(random.choice(nodes))
    numbers = lambda: {message.event["data"]["change"] for message in receiver.received()}  # noqa: E731
    # The lease of a node that was killed lasts a minute.
    eventually(lambda: numbers() >= set(applied), limit=150)
    assert numbers() == set(applied)
    by_id = {}
    for message in receiver.received():
        message.verify(secret)
        by_id.setdefault(message.id, set()).add(message.body)
    # Repeated messages are the same: an identifier for each event, with the same bytes.
    assert len(by_id) == len(applied)
    assert all(len(bodies) == 1 for bodies in by_id.values())
    for node in nodes:
        assert node.end() == 0


def test_three_nodes_send_each_message_once(serve, receive, nodes):
    receiver = receive(lambda _: time.sleep(0.02))
    admin = serve("postgres", 3)
    webhook, _ = admin.webhook(receiver.address)
    for index in range(40):
        admin.change(f"flag{index}") if index % 4 == 0 else admin.test(webhook)
    eventually(lambda: len({message.id for message in receiver.received()}) == 40)
    eventually(lambda: all(delivery["state"] == "delivered" for delivery in admin.deliveries(webhook)))
    assert len(receiver.received()) == 40
    for node in nodes:
        assert "error" not in node.logged().lower(), json.dumps(node.logged()[-2_000:])


def test_a_server_that_ends_while_it_sends_sends_again_after_its_start(serve, receive, nodes):
    receiver = receive(lambda _: time.sleep(4) if len(receiver.messages) == 1 else None)
    admin = serve()
    webhook, _ = admin.webhook(receiver.address)
    admin.test(webhook)
    eventually(lambda: receiver.received())
    assert nodes[0].end() == 0
    nodes[0].start()
    # Not after the lease of a minute: the server released it.
    eventually(lambda: len(receiver.received()) == 2)
    first, second = receiver.received()
    assert first.id == second.id and second.time - first.time < 60
    eventually(lambda: admin.deliveries(webhook)[0]["state"] == "delivered")
    assert admin.deliveries(webhook)[0]["attempts"] == 1
