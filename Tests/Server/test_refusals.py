"""Refused requests are counted, and the log has a line for each kind once a minute."""

import json

import requests
from node import PROGRAM, Installation, Node
from test_metrics import samples, scrape, value

COUNT = 150


def test_refused_requests_are_counted_and_not_logged_one_by_one(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    installation = Installation(tmp_path, store, 1)
    viewers = [installation.token("admin", "--role", "viewer", "--name", f"Viewer {index}") for index in range(2)]
    options = ["--metrics-listen", "127.0.0.1:0", "--log-format", "json"]
    node = Node(tmp_path, "node", store, options=options).start()
    nodes.append(node)
    session = requests.Session()
    address = f"http://127.0.0.1:{node.port}"
    body = {"id": "x", "edits": [{"kind": "segment", "name": "s", "create": {"people": []}}]}
    for number in range(COUNT):
        unknown = {"Authorization": f"Bearer fs_server_x_{number:032d}"}
        assert session.get(f"{address}/flags/v1/definitions", headers=unknown, timeout=60).status_code == 401
        assert session.get(f"{address}/nowhere/{number}", timeout=60).status_code == 404
        for viewer in viewers:
            fields = {"Authorization": f"Bearer {viewer}"}
            path = f"{address}/api/v1/programs/{PROGRAM}/changes"
            assert session.post(path, json=body, headers=fields, timeout=60).status_code == 403

    found = samples(scrape(node.addresses["Metrics"]))
    for code, count in {"unauthorized": COUNT, "not-found": COUNT, "forbidden": 2 * COUNT}.items():
        assert value(found, "firesteel_http_refusals_total", code=code) == count
    assert node.end() == 0
    lines = [json.loads(line) for line in node.logged().splitlines()]
    # The minute may end meanwhile, on a busy machine.
    refused = [line for line in lines if line["message"] == "Requests are refused"]
    codes = [line["metadata"]["code"] for line in refused]
    assert {"unauthorized", "not-found", "forbidden"} <= set(codes)
    assert len(codes) <= 12, codes
    # Those with a credential are named, each once a minute.
    named = [line["metadata"]["caller"] for line in lines if line["message"] == "A request was refused"]
    assert len(set(named)) == 2
    assert len(named) <= 8, named
    assert len(lines) < 60, lines
    assert not any("nowhere" in json.dumps(line) for line in lines)
