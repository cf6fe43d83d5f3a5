"""The server is killed while plans take their steps."""

import json
import random
import time

import pytest
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually

PLANS = 6
STEPS = [{"share": share, "wait": 1} for share in (1, 5, 25)] + [{"share": 100}]
KILLS = 6


def start(node, installation, flag):
    """Starts a plan of the flag."""
    plan = {"id": flag, "variant": "on", "rest": "off", "state": "running", "steps": STEPS}
    edit = {"kind": "targeting", "name": flag, "environment": ENVIRONMENT, "base": 1, "set": {"plan": plan}}
    body = {"id": f"start-{flag}", "edits": [edit]}
    status, _, response = node.request("POST", f"/api/v1/programs/{PROGRAM}/changes", installation.editor, body)
    assert status == 200, response


def pending(node, installation):
    status, _, body = node.request("GET", f"/api/v1/programs/{PROGRAM}/plans", installation.editor)
    assert status == 200, body
    return json.loads(body)["plans"]


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_each_step_is_taken_once_and_in_order(dialect, tmp_path, nodes, request):
    if dialect == "sqlite":
        store = ["--data", tmp_path / "data"]
    else:
        postgres = request.getfixturevalue("postgres")
        store = ["--database", postgres.url(postgres.create_database())]
    installation = Installation(tmp_path, store, PLANS)
    nodes += [Node(tmp_path, f"node{index}", store).start() for index in range(1 if dialect == "sqlite" else 2)]
    for index in range(PLANS):
        start(nodes[0], installation, f"w{index}")
    for _ in range(KILLS):
        time.sleep(random.uniform(0, 0.5))
        node = random.choice(nodes)
        node.kill()
        node.start()
    eventually(lambda: not pending(nodes[0], installation))
    steps = {f"w{index}": [] for index in range(PLANS)}
    for change in installation.changes(nodes[0]):
        if change["kind"] == "plan":
            [difference] = change["differences"]
            steps[difference["name"]].append((difference["after"]["plan"]["step"], change["time"]))
    for taken in steps.values():
        assert [step for step, _ in taken] == [1, 2, 3, 4]
        waits = [later - earlier for (_, earlier), (_, later) in zip(taken, taken[1:], strict=False)]
        assert min(waits) >= 1_000
    for node in nodes:
        assert node.end() == 0
    installation.verify()
