"""The API answers as recorded, and each operation that its description names is recorded.

FIRESTEEL_RECORD=1 records the answers again. What then differs in the files is a change of the API.
"""

import json
import os
import re
from pathlib import Path

import pytest
from node import Node
from receiver import Receiver
from recording import BEGIN, Recorder, differences, is_request, is_response, text_of, with_names
from wall_clock import Clock

RECORDS = os.environ.get("FIRESTEEL_RECORD") == "1"
RESPONSES = Path(__file__).parent / "recorded.jsonl"
DESCRIPTION = Path(__file__).parent / "recorded-openapi.json"
# Without a provider of OpenID Connect, these refuse every request. The description is compared as a whole. No request
# damages an account, or starts an experiment.
EXEMPT = {"startOpenID", "finishOpenID", "getOpenAPI", "removeDamagedAccount", "getExperimentResults"}


@pytest.fixture
def recorder(tmp_path, nodes, library):
    clock = Clock(tmp_path, library)
    clock.stop(BEGIN)
    node = Node(tmp_path, "node", ["--data", tmp_path / "data"], clock.prefix, ["--webhook-loopback"]).start()
    nodes.append(node)
    first = node.process.stdout.readline().split("#first=")[1].strip()
    receiver = Receiver()
    yield Recorder(clock, host=f"127.0.0.1:{node.port}", receiver=receiver.address.split("/")[2], first=first)
    receiver.stop()


def recorded_lines():
    return [json.loads(line) for line in RESPONSES.read_text(encoding="utf-8").splitlines()]


def test_the_api_answers_as_recorded(recorder):
    lines = recorded_lines()
    actual = recorder.record(lines)
    if RECORDS:
        RESPONSES.write_text("".join(f"{text_of(line)}\n" for line in actual), encoding="utf-8")
        return
    found, request = [], ""
    for expected, line in zip(lines, actual):
        request = text_of(line) if is_request(line) else request
        for difference in differences(with_names(expected), with_names(line)):
            found.append(f"{request[:300]}\n    {difference[:1_000]}")
    assert len(lines) == len(actual) and not found, "\n".join(found[:20])


def test_each_operation_is_recorded_and_described_as_recorded(recorder):
    document = recorder.send("nobody", "GET", "/api/v1/openapi.json")["body"]
    # It differs from release to release.
    document["info"]["version"] = "‹version›"
    if RECORDS:
        DESCRIPTION.write_text(f"{spread(document, 3)}\n", encoding="utf-8")
    found = list(differences(json.loads(DESCRIPTION.read_text(encoding="utf-8")), document))
    requests = requests_by_outcome()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            pattern = re.compile(f"{method.upper()} {re.sub('{[a-z]+}', '[^/]+', path)}")
            # Where everyone is allowed, not every operation can refuse.
            for outcome in ["accepted", "refused"] if operation["security"] else ["accepted"]:
                is_recorded = any(pattern.fullmatch(request) for request in requests[outcome])
                if not is_recorded and operation["operationId"] not in EXEMPT:
                    found.append(f"{RESPONSES.name} has no {outcome} request of {operation['operationId']}. Add one.")
    assert not found, "\n".join(found[:20])


def requests_by_outcome():
    """Returns method and path of the recorded requests that are accepted, and of those that are refused."""
    requests, request = {"accepted": set(), "refused": set()}, None
    for line in recorded_lines():
        if is_request(line):
            request = f"{line[1]} {line[2].split('?')[0].replace('‹stream›', '/events/v1/stream')}"
        elif is_response(line):
            requests["accepted" if line[1] < 400 else "refused"].add(request)
    return requests


def spread(value, depth):
    """Returns a value as JSON with a line for each member, down to a depth."""
    if depth and isinstance(value, dict):
        members = ",\n".join(f"{text_of(name)}: {spread(one, depth - 1)}" for name, one in value.items())
        return f"{{\n{members}\n}}"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
