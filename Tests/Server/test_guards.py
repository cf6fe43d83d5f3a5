"""Programs send sessions of a guarded rollout to two nodes, one of which is killed."""

import json
import random
import time

from insight import item, now, put, segment
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually

FLAG = "w0"
PATH = f"/api/v1/programs/{PROGRAM}/flags/{FLAG}/environments/{ENVIRONMENT}/plan/guard"
# A guard looks once a minute.
PATIENCE = 150


def start(node, installation):
    """Starts a guarded plan of the flag, whose second step is a day later."""
    plan = {
        "id": "guarded",
        "variant": "on",
        "rest": "off",
        "state": "running",
        "steps": [{"share": 50, "wait": 86_400}, {"share": 100}],
        "guard": {"minimumRuns": 50},
    }
    edit = {"kind": "targeting", "name": FLAG, "environment": ENVIRONMENT, "base": 1, "set": {"plan": plan}}
    status, _, response = node.request(
        "POST", f"/api/v1/programs/{PROGRAM}/changes", installation.editor, {"id": "start", "edits": [edit]}
    )
    assert status == 200, response


def seen(node, installation):
    status, _, body = node.request("GET", PATH, installation.editor)
    assert status == 200, body
    return json.loads(body)["state"]


def send(node, token, runs, failing):
    """Sends sessions with both variants, of which those with the plan's variant fail."""
    items = []
    for run in runs:
        variant = random.choice(["on", "off"])
        action = {"action": ["App/Documents", "save"], "successes": 1}
        if variant == "on" and random.random() < failing:
            action["failures"] = {"StorageError": 1}
        person = {
            "session": 0,
            "person": f"p-{run}",
            "actions": [action],
            "exposures": [{"flag": FLAG, "variant": variant, "first": 0}],
        }
        items.append(item(segment(run, started=now() - 1_000, until=500, people=[person])))
    body = json.dumps({"items": items}).encode()
    status, _, answer = put(node, "/ingest/v1/batch", body, token, method="POST")
    assert status == 200, answer
    assert all(result["status"] in (200, 201) for result in answer["results"]), answer


def test_a_guard_acts_once_on_two_nodes(tmp_path, nodes, postgres):
    store = ["--database", postgres.url(postgres.create_database())]
    installation = Installation(tmp_path, store, 1)
    ingest = installation.token("ingest")
    nodes += [Node(tmp_path, f"node{index}", store).start() for index in range(2)]
    start(nodes[0], installation)
    eventually(lambda: (seen(nodes[1], installation) or {}).get("step") == 1)
    for batch in range(6):
        send(nodes[batch % 2], ingest, [f"r{batch}-{index}" for index in range(100)], 0.5)
    nodes[0].kill()
    nodes[0].start()
    eventually(lambda: seen(nodes[1], installation)["decision"] == "harm", PATIENCE)
    # Time for a second act, which there is not.
    time.sleep(2)
    acts = [change for change in installation.changes(nodes[0]) if change["author"]["source"] == "guard"]
    assert [change["number"] for change in acts] == [seen(nodes[0], installation)["acted"]]
    assert "Actions failed in" in acts[0]["reason"]
    [plan] = json.loads(nodes[0].request("GET", f"/api/v1/programs/{PROGRAM}/plans", installation.editor)[2])["plans"]
    assert plan["plan"]["state"] == "paused"
    for node in nodes:
        assert node.end() == 0
    installation.verify()
