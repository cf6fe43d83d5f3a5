"""Programs send sessions of running experiments: what is certain is sent to webhooks once, and harm ends one."""

import json
import time
from itertools import chain

import pytest
from insight import address, now, put, report, segment
from node import ENVIRONMENT, PROGRAM, eventually, output_of
from receiver import Receiver
from test_experiments import PATH, create
from test_webhooks import ROOT, restart, serve  # noqa: F401

EVENTS = ["experiment.conclusive", "experiment.harmed", "experiment.mismatched", "experiment.ended"]
ARMS = {"flag": "w0", "arms": ["off", "on"], "share": 30, "state": "running"}
# The results are read every ten seconds.
PATIENCE = 60


def people(experiment, arm, count, saves, phase=1, version=""):
    """Returns what people with a variant of the flag did."""
    for number in range(count):
        yield {
            "person": f"{experiment}-{arm}-{version}{number}",
            "actions": [{"action": ["App/Documents", "save"], "successes": 1 + number % 4 + saves}],
            "exposures": [{"flag": "w0", "variant": f"{experiment}/{phase}:{arm}", "first": 0}],
        }


def distinct(receiver, type=None):
    """Returns the messages of events: a server that was killed sends one again."""
    return list({message.id: message for message in receiver.received(type)}.values())


class Programs:
    """Sends what programs do to the nodes in turn."""

    def __init__(self, nodes):
        self.nodes, self.sent = nodes, 0
        names = ["--program", PROGRAM, "--environment", ENVIRONMENT, "--kind", "ingest"]
        self.token = output_of("token", *nodes[0].store, *names)

    def send(self, body, kind="segments"):
        self.sent += 1
        node = self.nodes[self.sent % len(self.nodes)]
        while True:
            status, fields, answer = put(node, address(body, kind), body, self.token)
            # Counting is behind, or the environment sent too much.
            if status not in (429, 503):
                break
            time.sleep(int(fields.get("Retry-After", "1")))
        assert status == 201, answer

    def run(self, name, *groups, **members):
        """Sends a run with a session of each person."""
        people = [{"session": number, **one} for number, one in enumerate(chain(*groups), start=1)]
        self.send(segment(name, started=now() - 50_000, people=[{"session": 0}, *people], **members))


@pytest.mark.parametrize(("dialect", "count"), [("sqlite", 1), ("postgres", 2)])
def test_harm_ends_an_experiment_and_webhooks_are_notified_once(serve, nodes, dialect, count):  # noqa: F811
    admin, receiver = serve(dialect, count), Receiver()
    admin.webhook(receiver.address, EVENTS)
    for name in ("crashing", "lifting", "missing"):
        admin.call("POST", f"{ROOT}/changes", create(name, **ARMS))
    programs = Programs(nodes)
    crash = {"end": {"kind": "signal", "signal": "SIGABRT"}}
    # The arms of these two arrive together: the server may read the results between two messages.
    programs.run("crashing", people("crashing", "on", 140, 0), people("crashing", "off", 170, 0))
    programs.run("crash-on", people("crashing", "on", 60, 0, version="c"), **crash)
    flags = [{"key": "w0", "variant": "crashing/1:on", "value": "true"}]
    programs.send(report("crash-on", flags=flags), "reports")
    programs.run("lifting", people("lifting", "on", 200, 2), people("lifting", "off", 200, 0))
    programs.run("missing-on", people("missing", "on", 100, 0))
    programs.run("missing-off", people("missing", "off", 300, 0))
    nodes[-1].kill()
    nodes[-1].start()
    eventually(lambda: len(distinct(receiver)) == 4, PATIENCE)
    for node in nodes:
        restart(node)
    # Each node reads again, and has nothing to say.
    time.sleep(12)
    messages = distinct(receiver)
    found = {message.event["data"]["experiment"]: message.event for message in messages}
    events = sorted((message.event["type"], message.event["data"]["experiment"]) for message in messages)
    assert events == [
        ("experiment.conclusive", "lifting"), ("experiment.ended", "crashing"), ("experiment.harmed", "crashing"),
        ("experiment.mismatched", "missing"),
    ]  # fmt: skip
    assert "People with “on” do save" in found["lifting"]["data"]["reason"]
    changes = admin.call("GET", f"{ROOT}/changes?source=guard")["changes"]
    [change] = changes
    assert "sessions end abnormally" in change["reason"] and "is at least" in change["reason"]
    [harmed] = [message.event["data"] for message in distinct(receiver, "experiment.harmed")]
    group = admin.call("GET", f"{ROOT}/environments/{ENVIRONMENT}/insight/groups/{harmed['group']}")
    assert harmed["change"] == change["number"] and group["group"]["title"] in harmed["reason"]
    assert harmed["link"].endswith("/experiments/crashing")
    listed = {one["name"]: one["value"] for one in admin.call("GET", PATH)["experiments"]}
    assert {name: value["state"] for name, value in listed.items()} == {
        "crashing": "ended", "lifting": "running", "missing": "running",
    }  # fmt: skip
    assert listed["crashing"]["decision"]["why"].startswith("With “on”")
    # A person who knows better undoes it: the next phase starts without figures, and harm ends it again.
    admin.call("POST", f"{ROOT}/changes/{change['number']}/reversal", {"id": "undo", "reason": "Fixed"})
    path = f"{PATH}/crashing"
    assert admin.call("GET", f"{path}/results")["phase"] == 2
    programs.run("again-on", people("crashing", "on", 60, 0, phase=2), **crash)
    programs.run("again-off", people("crashing", "off", 60, 0, phase=2))
    eventually(lambda: len(distinct(receiver, "experiment.harmed")) == 2, PATIENCE)
    assert len(admin.call("GET", f"{ROOT}/changes?source=guard")["changes"]) == 2
    # Sessions that are counted after the end make the figures less clear, and leave the verdict as it was.
    programs.run("late-off", people("crashing", "off", 60, 0, phase=2, version="l"), **crash)
    programs.run("late-on", people("crashing", "on", 60, 0, phase=2, version="l"))
    eventually(lambda: [arm["people"] for arm in admin.call("GET", f"{path}/results")["arms"]] == [120, 120], PATIENCE)
    verdict = admin.call("GET", f"{path}/results")["verdict"]
    assert verdict["kind"] == "harmed" and verdict["sentence"] == "Harm was certain when the guard ended the experiment"
    # Without the sessions that were the harm, it doesn't remain.
    admin.call("POST", f"{path}/exclude", {"id": "exclude", "reason": "Invented", "version": "3.4.1"})
    eventually(lambda: admin.call("GET", f"{path}/results")["verdict"]["kind"] == "waiting", PATIENCE)
    receiver.stop()
    for node in nodes:
        assert node.end() == 0
    verified = json.dumps(output_of("verify", *nodes[0].store), ensure_ascii=False)
    assert "Experiments:" in verified
