"""A token taken from an app sends invented exposures: they are bounded, shown, and removed."""

import os
import sqlite3
import time

from insight import INSIGHT, Sender, address, segment
from load import resident
from node import Worker, eventually, run_command
from test_experiment_guard import ARMS, PATIENCE, Programs, people
from test_experiments import PATH, create
from test_webhooks import ROOT, serve  # noqa: F401

IS_SOAK = os.environ.get("FIRESTEEL_SOAK") == "1"
PEOPLE, FORGED = 150, int(os.environ.get("FIRESTEEL_FORGED", "1000000" if IS_SOAK else "4000"))
# Few people are enough for a lower maximum than that of the server.
BOUND = 100_000 if FORGED > 100_000 else 2_000
LIMIT = 3_600 if IS_SOAK else PATIENCE
FORGER = {"program": {"name": "Documents", "version": "9.9.9"}}


def forged(count, person):
    """Returns sessions with an arm that do nothing but fail."""
    for number in range(count):
        yield {
            "session": number + 1,
            "person": person(number),
            "actions": [{"action": ["App/Documents", "save"], "failures": {"Error": 9}}],
            "exposures": [{"flag": "w0", "variant": "pay/1:on", "first": 0}],
        }


class Others(Worker):
    """Programs of which one sends each second, and the process that receives."""

    def __init__(self, node, token):
        self.node, self.sender = node, Sender.__new__(Sender)
        self.sender.nodes, self.sender.token = [node], token
        self.waits, self.memory = [], []
        super().__init__()

    def work(self):
        while not self.is_stopping.wait(1):
            body, begin = segment(f"other-{time.time_ns()}"), time.monotonic()
            self.sender.send(address(body), body)
            self.waits.append(time.monotonic() - begin)
            self.memory.append(resident(self.node) >> 20)


def test_invented_people_are_bounded_and_removed_also_over_a_kill(serve, nodes, tmp_path):  # noqa: F811
    admin, [node] = serve(), nodes
    admin.call("POST", f"{ROOT}/changes", create("pay", **{**ARMS, "share": 100}))
    programs = Programs(nodes)
    durations = {}

    def results():
        return admin.call("GET", f"{PATH}/pay/results")

    def counted():
        return [arm["people"] for arm in results()["arms"]]

    def sessions():
        return admin.call("GET", f"{INSIGHT}/behaviour?hours=24")["covers"]["sessions"]

    def measure(name, begin):
        durations[name] = time.monotonic() - begin

    for arm in ("off", "on"):
        programs.run(arm, people("pay", arm, PEOPLE, 0))
    eventually(lambda: counted() == [PEOPLE, PEOPLE])
    assert results()["bound"] == {"people": 100_000, "isReached": False}
    # One person counts once, however many sessions they have.
    for half in range(2):
        programs.run(f"one-{half}", forged(250, lambda _: "bot"), **FORGER)
    eventually(lambda: counted() == [PEOPLE, PEOPLE + 1])
    node.kill()
    with sqlite3.connect(tmp_path / "data/firesteel.sqlite") as database:
        database.execute("UPDATE experiment_phases SET people = ?", (BOUND,))
    node.start()
    others, begin = Others(node, programs.token), time.monotonic()
    for start in range(0, FORGED, 400):
        programs.run(f"many-{start}", forged(400, lambda number, start=start: f"bot{start + number}"), **FORGER)
    measure("received", begin)
    # Those beyond the maximum as well.
    eventually(lambda: sessions() >= FORGED and sum(counted()) == BOUND, LIMIT)
    measure("counted", begin)
    others.join()
    found = results()
    assert found["bound"] == {"people": BOUND, "isReached": True}
    assert found["ratio"]["largest"]["value"] == "9.9.9" and found["verdict"]["kind"] == "unreliable"
    path = f"{PATH}/pay/exclude"
    admin.call("POST", path, {"id": "none", "reason": "Nothing"}, status=422)
    body = {"id": "forged", "reason": "No such version", "version": "9.9.9"}
    excluded, begin = admin.call("POST", path, body), time.monotonic()
    assert excluded["change"]["reason"] == "No such version"
    # It continues where the last part ended.
    node.kill()
    node.start()
    meanwhile = Others(node, programs.token)
    eventually(lambda: counted() == [PEOPLE, PEOPLE] and not results()["isRecounting"], LIMIT)
    measure("removed", begin)
    meanwhile.join()
    assert results()["verdict"]["kind"] != "unreliable" and results()["bound"]["isReached"] is False
    # Further ones don't count either, and a reversal lets all count again.
    programs.run("later", forged(400, lambda number: f"later{number}"), **FORGER)
    number, begin = excluded["change"]["number"], time.monotonic()
    admin.call("POST", f"{ROOT}/changes/{number}/reversal", {"id": "undo", "reason": "It exists"})
    eventually(lambda: sum(counted()) == BOUND and not results()["isRecounting"], LIMIT)
    measure("restored", begin)
    if IS_SOAK:
        figures = "\t".join(f"{name} {seconds:.0f} s" for name, seconds in durations.items())
        for name, one in (("Forged", others), ("Forged, removing", meanwhile)):
            waits = f"others waited at most {max(one.waits):.2f} s"
            print(f"\nload: {name}\t{FORGED:,} people\t{figures}\tat most {max(one.memory)} MiB\t{waits}")
    assert node.end() == 0
    verified = run_command("verify", "--data", tmp_path / "data")
    assert f"Experiments: {BOUND} people\nAll changes" in verified.stdout, verified.stdout
