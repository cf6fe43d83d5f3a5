"""The database is unreachable for a while."""

import json
import os
import time

import pytest
from node import Follower, Installation, Node, Writer, check, eventually, run_command
from postgres import PostgreSQL
from test_end import stream_path

IS_SOAK = os.environ.get("FIRESTEEL_SOAK") == "1"
# In seconds.
OUTAGE = 60 if IS_SOAK else 2


@pytest.fixture
def own_postgres():
    """A PostgreSQL server that is stopped and started."""
    server = PostgreSQL()
    yield server
    server.stop()


@pytest.mark.parametrize("mode", ["fast", "immediate"] if IS_SOAK else ["immediate"])
def test_flags_are_served_without_postgresql_and_no_change_is_lost(mode, tmp_path, nodes, own_postgres):
    store = ["--database", own_postgres.url(own_postgres.create_database())]
    installation = Installation(tmp_path, store, 2)
    nodes += [Node(tmp_path, f"node{index}", store).start() for index in range(2)]
    node = nodes[0]
    connection, response = node.open_stream(stream_path(node, installation), limit=90)
    writers = [Writer(installation, nodes, index) for index in range(2)]
    followers = [Follower(installation, nodes) for _ in range(4)]
    eventually(lambda: all(len(writer.acknowledged) > 2 for writer in writers))
    own_postgres.control("-m", mode, "stop")
    eventually(lambda: node.request("GET", "/readyz", "none")[0] == 503)
    deadline = time.monotonic() + OUTAGE
    requests = 0
    while time.monotonic() < deadline:
        assert node.request("GET", "/healthz", "none")[0] == 200
        assert node.request("GET", "/flags/v1/definitions", installation.reader)[0] == 200
        status, _, body = node.request(
            "POST", "/ofrep/v1/evaluate/flags/w0", installation.reader, {"context": {"targetingKey": "ada"}}
        )
        assert (status, json.loads(body)["value"]) == (200, True)
        # After the two seconds for which the database is tried again.
        status, fields, body = node.request("GET", "/flags/v1/definitions", "fs_server_x_" + "0" * 32, limit=20)
        assert status == 503
        assert int(fields["Retry-After"]) > 0
        assert "can't use its database now" in json.loads(body)["error"]["message"]
        requests += 4
    # Not a line for each request.
    assert len(node.logged().splitlines()) < 40 + OUTAGE, node.logged()
    assert "The database failed" in node.logged()
    own_postgres.control("-l", own_postgres.folder / "log", "start")
    known = max(revision for writer in writers for _, _, revision in writer.acknowledged)
    eventually(lambda: all(writer.error or writer.acknowledged[-1][2] > known for writer in writers), limit=90)
    for writer in writers:
        writer.join()
    last = max(revision for writer in writers for _, _, revision in writer.acknowledged)
    eventually(lambda: all(follower.error or follower.revision == last for follower in followers))
    for follower in followers:
        follower.join()
    # The stream was open throughout.
    for line in response:
        if line.startswith(b"data:") and json.loads(line[5:])["revision"] == last:
            break
    connection.close()
    eventually(lambda: node.request("GET", "/readyz", "none")[0] == 200)
    assert "Regular work continues" in node.logged()
    check(installation, node, writers)
    for node in nodes:
        assert node.end() == 0
    installation.verify()


@pytest.mark.skipif(not IS_SOAK, reason="It tries to connect for ten seconds.")
def test_a_server_that_starts_without_its_database_says_so(tmp_path, own_postgres):
    name = own_postgres.create_database()
    own_postgres.control("-m", "fast", "stop")
    result = run_command("serve", "--database", own_postgres.url(name), "--listen", "127.0.0.1:0")
    assert result.returncode > 0
    assert "Dashboard" not in result.stdout
    assert "connect" in result.stderr, result.stderr
    own_postgres.control("-l", own_postgres.folder / "log", "start")
