"""A token taken from an app sends invented exposures: they are bounded, shown, and removed."""

import sqlite3

from node import eventually, run_command
from test_experiment_guard import ARMS, PATIENCE, Programs, people
from test_experiments import PATH, create
from test_webhooks import ROOT, serve  # noqa: F401

PEOPLE, FORGED, BOUND = 150, 4_000, 2_000
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


def test_invented_people_are_bounded_and_removed_also_over_a_kill(serve, nodes, tmp_path):  # noqa: F811
    admin, [node] = serve(), nodes
    admin.call("POST", f"{ROOT}/changes", create("pay", **{**ARMS, "share": 100}))
    programs = Programs(nodes)

    def results():
        return admin.call("GET", f"{PATH}/pay/results")

    def counted():
        return [arm["people"] for arm in results()["arms"]]

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
    for start in range(0, FORGED, 400):
        programs.run(f"many-{start}", forged(400, lambda number, start=start: f"bot{start + number}"), **FORGER)
    eventually(lambda: sum(counted()) == BOUND, PATIENCE)
    found = results()
    assert found["bound"] == {"people": BOUND, "isReached": True}
    assert found["ratio"]["largest"]["value"] == "9.9.9" and found["verdict"]["kind"] == "unreliable"
    path = f"{PATH}/pay/exclude"
    admin.call("POST", path, {"id": "none", "reason": "Nothing"}, status=422)
    body = {"id": "forged", "reason": "No such version", "version": "9.9.9"}
    excluded = admin.call("POST", path, body)
    assert excluded["change"]["reason"] == "No such version"
    # It continues where the last part ended.
    node.kill()
    node.start()
    eventually(lambda: counted() == [PEOPLE, PEOPLE] and not results()["isRecounting"], PATIENCE)
    assert results()["verdict"]["kind"] != "unreliable" and results()["bound"]["isReached"] is False
    # Further ones don't count either, and a reversal lets all count again.
    programs.run("later", forged(400, lambda number: f"later{number}"), **FORGER)
    number = excluded["change"]["number"]
    admin.call("POST", f"{ROOT}/changes/{number}/reversal", {"id": "undo", "reason": "It exists"})
    eventually(lambda: sum(counted()) == BOUND and not results()["isRecounting"], PATIENCE)
    assert node.end() == 0
    verified = run_command("verify", "--data", tmp_path / "data")
    assert f"Experiments: {BOUND} people\nAll changes" in verified.stdout, verified.stdout
