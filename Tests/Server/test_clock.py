"""The clock of the machine is set back and forward while the server runs."""

import json
import time

import pytest
from node import ENVIRONMENT, PROGRAM, Follower, Installation, Node, Writer, eventually
from wall_clock import Clock

HOUR = 3_600


def edit(flag, base, **fields):
    return {"kind": "targeting", "name": flag, "environment": ENVIRONMENT, "base": base, "set": fields}


def propose(node, installation, identifier, edits, **more):
    body = {"id": identifier, "edits": edits, **more}
    status, _, response = node.request("POST", f"/api/v1/programs/{PROGRAM}/changes", installation.editor, body)
    assert status == 200, response
    return json.loads(response)


def base_of(node, installation, flag):
    status, _, body = node.request("GET", f"/api/v1/programs/{PROGRAM}/flags/{flag}", installation.editor)
    assert status == 200, body
    return next(item["change"] for item in json.loads(body)["items"] if item.get("environment") == ENVIRONMENT)


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_a_clock_that_is_set_back_loses_and_repeats_nothing(dialect, tmp_path, nodes, library, request):
    clock = Clock(tmp_path, library)
    store = ["--data", tmp_path / "data"]
    if dialect == "postgres":
        postgres = request.getfixturevalue("postgres")
        store = ["--database", postgres.url(postgres.create_database())]
    # Two writers, and flags for a plan and a schedule.
    installation = Installation(tmp_path, store, 4)
    node = Node(tmp_path, "node", store, prefix=clock.prefix).start()
    nodes.append(node)
    steps = [{"share": 1, "wait": 600}, {"share": 50, "wait": 600}, {"share": 100}]
    plan = {"id": "p", "variant": "on", "rest": "off", "state": "running", "steps": steps}
    propose(node, installation, "plan", [edit("w2", 1, plan=plan)])

    def taken():
        status, _, body = node.request("GET", f"/api/v1/programs/{PROGRAM}/flags/w2", installation.editor)
        assert status == 200, body
        found = next(item for item in json.loads(body)["items"] if item.get("environment") == ENVIRONMENT)
        return found["value"]["plan"].get("step", 0)

    eventually(lambda: taken() == 1)
    base = base_of(node, installation, "w3")
    result = propose(node, installation, "later", [edit("w3", base, isOn=False)], due=clock.now() + 300_000)
    assert result["result"] == "scheduled"
    before = len(installation.changes(node))
    followers = [Follower(installation, [node]) for _ in range(2)]
    writers = [TimedWriter(installation, [node], index) for index in range(2)]
    eventually(lambda: all(len(writer.acknowledged) > 5 for writer in writers))
    for offset in (-HOUR, -24 * HOUR):
        clock.set(offset)
        known = [len(writer.acknowledged) for writer in writers]
        eventually(lambda known=known: all(len(w.acknowledged) > count + 5 for w, count in zip(writers, known)))
        # Regular work reads each second.
        time.sleep(1.5)
        assert taken() == 1
        assert node.request("GET", "/readyz", "none")[0] == 200
    status, _, body = node.request("GET", f"/api/v1/programs/{PROGRAM}/requests", installation.editor)
    assert (status, json.loads(body)["pending"]["schedule"]) == (200, 1)
    # A restart in the past as well.
    node.kill()
    node.start()
    # The schedule and the next step are due, each once.
    clock.set(HOUR)
    eventually(lambda: taken() == 2)
    eventually(lambda: any(change["id"] == "later" for change in installation.changes(node)))
    time.sleep(1.5)
    assert taken() == 2
    for writer in writers:
        writer.join()
    last = installation.revision(node)
    eventually(lambda: all(follower.error or follower.revision == last for follower in followers))
    for follower in followers:
        follower.join()
    changes = installation.changes(node)
    assert [change["number"] for change in changes] == list(range(1, len(changes) + 1))
    assert [change["id"] for change in changes].count("later") == 1
    assert len([change for change in changes if change["kind"] == "plan"]) == 2
    times = [change["time"] for change in changes]
    assert times != sorted(times)
    own = {change["id"] for change in changes[before:]} - {"later"}
    assert own >= {entry[0] for writer in writers for entry in writer.acknowledged}
    assert node.end() == 0, node.logged()
    assert "Fatal" not in node.logged()
    installation.verify()


class TimedWriter(Writer):
    """Proposes changes a few times a second."""

    def propose(self, identifier, base):
        time.sleep(0.05)
        return super().propose(identifier, base)
