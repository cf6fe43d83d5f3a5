"""Tests keep their runs, the command sends what they do, and the server names what people do beyond it."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from insight import address, put, received, segment
from node import Installation, Node, eventually

BUILT = Path(os.environ.get("FIRESTEEL_SERVER", Path(__file__).resolve().parents[2] / ".build/make/debug/x")).parent
TESTS, COMMAND = BUILT / "firesteelPackageTests.xctest", BUILT / "firesteel"
# The tests of the guide “Testing”, which perform actions of its features.
GUIDE = "TestingTests"


@pytest.fixture(autouse=True)
def built():
    """Skips the tests without the programs, unless they have to be there."""
    missing = [str(path) for path in (TESTS, COMMAND) if not path.is_file()]
    if missing and os.environ.get("CI"):
        pytest.fail(f"Build {missing} with scripts/build --build-tests.")
    if missing:
        pytest.skip(f"There is no {missing}.")


def sent(runs, node, *options, token, version="3.4.1"):
    """Runs the command as CI does, and returns its status and what it writes."""
    server = f"http://127.0.0.1:{node.port}"
    result = subprocess.run(
        [COMMAND, "coverage", "--tests", runs, "--send", server, "--tested-version", version, *options],
        env={**os.environ, "FIRESTEEL_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return result.returncode, result.stdout + result.stderr


def test_what_people_do_and_no_test_does_is_shown(tmp_path, nodes):
    runs = tmp_path / "runs"
    runs.mkdir()
    tested = subprocess.run(
        [TESTS, "--testing-library", "swift-testing", "--filter", GUIDE],
        env={**os.environ, "FIRESTEEL_TEST_RUNS": str(runs)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert tested.returncode == 0, tested.stdout + tested.stderr
    installation = Installation(tmp_path, ["--data", tmp_path / "data"], 1)
    viewer = installation.token("admin", "--role", "viewer")
    node = Node(tmp_path, "node", installation.store).start()
    nodes.append(node)
    feature = "App/DocumentManagement"
    person = {
        "session": 0,
        "person": "p1",
        "actions": [
            {"action": [feature, "OpenDocument"], "successes": 2, "failures": {"DocumentError": 1}},
            {"action": [feature, "PrintDocument"], "successes": 3},
        ],
    }
    body = segment("r1", people=[person])
    assert put(node, address(body), body, installation.reader)[0] == 201
    eventually(lambda: received(node, "/untested", viewer)["covers"]["sessions"] == 1)
    assert received(node, "/untested", viewer)["tests"] is None

    status, output = sent(runs, node, "--json", token=installation.reader)
    assert status == 0, output
    assert json.loads(output)["runs"] >= 4 and json.loads(output)["version"] == "3.4.1"
    found = received(node, "/untested", viewer)
    assert found["tests"]["version"] == "3.4.1"
    assert [(one["action"], one["people"]) for one in found["actions"]["first"]] == [("PrintDocument", 1)]
    assert [(one["outcome"], one["error"]) for one in found["outcomes"]["first"]] == [("failure", "DocumentError")]

    # Another part of the tests adds nothing that is known, also after a restart; a replacement forgets.
    node.kill()
    node.start()
    assert sent(runs, node, token=installation.reader)[0] == 0
    answer = received(node, "/untested", viewer)
    assert answer["tests"] == found["tests"] and answer["actions"] == found["actions"]
    empty = tmp_path / "empty"
    empty.mkdir()
    status, output = sent(empty, node, "--replace", token=installation.reader)
    assert status == 66 and "FIRESTEEL_TEST_RUNS" in output
    status, output = sent(runs, node, token=viewer)
    assert status == 69 and "kind server" in output
    assert received(node, "/untested?version=3.4.0", viewer)["tests"] is None
    installation.verify()
