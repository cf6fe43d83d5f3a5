"""Results of experiments are what the formulas give for what programs sent."""

import json
import math
import random
import sqlite3
import statistics
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from insight import address, now, put, received
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually, run_command

SCRIPT = Path(__file__).parents[2] / "scripts/experiment-figures"
HOUR = 3_600_000
PEOPLE = 300
ARMS = ("classic", "focused")
# The confidence and the tuning of the sequence, as AsymptoticSequence.swift has them by default.
ERROR, TUNED = 0.05, 5_000


@pytest.fixture
def node(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    installation = Installation(tmp_path, store, 1)
    node = Node(tmp_path, "node", store)
    node.ingest = installation.token("ingest")
    node.admin = installation.token("admin", "--role", "admin")
    nodes.append(node.start())
    return node


def begin(folder, time):
    """Stores a running experiment as the next change."""
    value = {
        "flag": "editor",
        "arms": list(ARMS),
        "state": "running",
        "phase": 1,
        "primary": {"feature": "App/Documents", "action": "save", "measure": "count"},
        "secondary": [{"feature": "App/Documents", "action": "save", "measure": "failureRate"}],
    }
    with sqlite3.connect(folder / "data/firesteel.sqlite") as database:
        database.execute("UPDATE programs SET changes = changes + 1 WHERE id = ?", (PROGRAM,))
        [number] = database.execute("SELECT changes FROM programs WHERE id = ?", (PROGRAM,)).fetchone()
        database.execute(
            "INSERT INTO changes (program, number, id, time, kind, author, author_name, source, reason, perform, body, "
            "size, previous, hash, fingerprint) VALUES (?, ?, 'e', ?, 'edit', '', '', '', '', '', '', 0, '', '', '')",
            (PROGRAM, number, time),
        )
        database.execute(
            "INSERT INTO item_versions (program, kind, environment, name, change, value) "
            "VALUES (?, 'experiment', ?, 'editor', ?, ?)",
            (PROGRAM, ENVIRONMENT, number, json.dumps(value)),
        )


def segment(run, started, people):
    message = {
        "version": 1,
        "run": run,
        "segment": 1,
        "program": {"name": "Documents", "version": "3.4.1"},
        "system": "Linux",
        "started": started,
        "from": 0,
        "until": 60_000,
        "people": [{"session": 0}, *people],
    }
    return json.dumps(message).encode()


def person(index, name, successes, failures=0, **members):
    action = {"action": ["App/Documents", "save"], "successes": successes}
    if failures:
        action["failures"] = {"DiskError": failures}
    return {"session": index + 1, "person": name, "actions": [action], **members}


def half_width(error, count):
    """Equation 9 of arXiv 2103.06476."""
    squared_rho = (-2 * math.log(ERROR) + math.log(1 - 2 * math.log(ERROR))) / TUNED
    growth = count * squared_rho + 1
    return error * math.sqrt(2 * growth / (count * squared_rho) * math.log(math.sqrt(growth) / ERROR))


def comparison(answer, role):
    [metric] = [metric for metric in answer["metrics"] if metric["role"] == role]
    return metric, metric["comparisons"][0]


def check_again(node, folder):
    """The script that computes every figure again from the exported people agrees, and finds one that was changed."""
    token, saved = folder / "token", folder / "export.json"
    token.write_text(node.admin)
    address = node.addresses["Dashboard"].rstrip("/")
    place = ["--program", PROGRAM, "--environment", ENVIRONMENT, "--experiment", "editor"]

    def run(*arguments):
        command = [sys.executable, SCRIPT, *map(str, arguments)]
        found = subprocess.run(command, capture_output=True, text=True, timeout=120)
        return found.returncode, found.stdout + found.stderr

    status, text = run("--server", address, "--token-file", token, *place, "--save", saved)
    assert status == 0 and f"of {2 * PEOPLE} people, 0 differ." in text, text
    results, export = json.loads(saved.read_text())
    assert "before-classic" not in saved.read_text() and "classic0" not in saved.read_text()
    export["people"][7]["actions"][0]["successes"] += 1
    saved.write_text(json.dumps([results, export]))
    status, text = run("--file", saved)
    assert status == 1 and "DIFFERS count of save with" in text, text


def test_results_are_those_of_the_formulas(node, tmp_path):
    source = random.Random(5)
    time = now()
    begin(tmp_path, time - 10 * HOUR)
    people = {arm: [] for arm in ARMS}
    messages = {"before": [], "after": []}
    for arm in ARMS:
        before, after = [], []
        for index in range(PEOPLE):
            usual = source.randrange(1, 9)
            saves = max(0, usual + source.randrange(-2, 3)) + (2 if arm == "focused" else 0)
            failures = source.randrange(0, 3)
            people[arm].append((saves, usual, failures))
            exposure = {"flag": "editor", "variant": f"editor/1:{arm}", "first": 0}
            before.append(person(index, f"{arm}{index}", usual))
            after.append(person(index, f"{arm}{index}", saves, failures, exposures=[exposure]))
        messages["before"].append(segment(f"before-{arm}", time - 20 * HOUR, before))
        messages["after"].append(segment(f"after-{arm}", time - 5 * HOUR, after))

    def send(period):
        for body in messages[period]:
            status, _, answer = put(node, address(body), body, node.ingest)
            assert status == 201, answer

    send("before")
    # The sessions of people, and those of the two runs.
    eventually(lambda: received(node, "/behaviour?hours=48", node.admin)["covers"]["sessions"] == 2 * PEOPLE + 2)
    send("after")

    def results():
        path = f"/api/v1/programs/{PROGRAM}/environments/{ENVIRONMENT}/experiments/editor/results"
        status, _, answer = put(node, path, b"", node.admin, method="GET")
        assert status == 200, answer
        return answer

    eventually(lambda: [arm["people"] for arm in results()["arms"]] == [PEOPLE, PEOPLE])
    answer = results()
    metric, found = comparison(answer, "primary")
    # Counts are at most the 99 % quantile of the time before.
    usual = sorted(z for arm in ARMS for _, z, _ in people[arm])
    cap = usual[math.ceil(0.99 * len(usual)) - 1]
    performs = {arm: [x + f for x, _, f in people[arm]] for arm in ARMS}
    people = {arm: [(min(x, cap), z, f) for x, z, f in people[arm]] for arm in ARMS}
    means = [statistics.fmean(x for x, _, _ in people[arm]) for arm in ARMS]
    assert [arm["value"] for arm in metric["arms"]] == pytest.approx(means, rel=1e-12)
    # CUPED with one factor for both arms, and the difference relative to the control by the delta method.
    pooled = [one for arm in ARMS for one in people[arm]]
    factor = statistics.linear_regression([z for _, z, _ in pooled], [x for x, _, _ in pooled]).slope
    adjusted = [[x - factor * z for x, z, _ in people[arm]] for arm in ARMS]
    relative = (statistics.fmean(adjusted[1]) - statistics.fmean(adjusted[0])) / means[0]
    errors = [statistics.variance(values) / PEOPLE for values in adjusted]
    width = half_width(math.sqrt(errors[1] + errors[0] * (means[1] / means[0]) ** 2) / means[0], 2 * PEOPLE)
    assert [found["relative"], found["lower"], found["upper"]] == pytest.approx(
        [relative, relative - width, relative + width], rel=1e-9
    )
    assert found["verdict"] == "better" and answer["verdict"]["kind"] == "better"
    # Failures per perform: a ratio of sums.
    metric, found = comparison(answer, "secondary")
    ratios, errors = [], []
    for arm in ARMS:
        failures = [f for _, _, f in people[arm]]
        ratio = sum(failures) / sum(performs[arm])
        parts = [f - ratio * p for f, p in zip(failures, performs[arm], strict=True)]
        ratios.append(ratio)
        errors.append(statistics.variance(parts) / statistics.fmean(performs[arm]) ** 2 / PEOPLE)
    relative = ratios[1] / ratios[0] - 1
    width = half_width(math.sqrt(errors[1] + errors[0] * (ratios[1] / ratios[0]) ** 2) / ratios[0], 2 * PEOPLE)
    assert [arm["value"] for arm in metric["arms"]] == pytest.approx(ratios, rel=1e-12)
    assert [found["relative"], found["lower"], found["upper"]] == pytest.approx(
        [relative, relative - width, relative + width], rel=1e-9
    )
    check_again(node, tmp_path)
    verified = run_command("verify", "--data", tmp_path / "data")
    # Findings would follow.
    assert verified.stdout.endswith(f"Experiments: {2 * PEOPLE} people\n"), verified.stdout


def test_the_token_of_the_script_stays_with_the_server_it_is_for(tmp_path):
    received = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            received.append((self.server.server_port, self.headers["Authorization"]))
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{elsewhere.server_port}/")
            self.end_headers()

        def log_message(self, *_):
            pass

    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2)]
    first, elsewhere = servers
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    token = tmp_path / "token"
    token.write_text("secret\n")

    def run(address):
        command = [sys.executable, SCRIPT, "--token-file", token, "--experiment", "editor", "--server", address]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    try:
        redirected = run(f"http://127.0.0.1:{first.server_port}")
        assert redirected.returncode == 1
        assert redirected.stderr.startswith("error: The server answered results with 302")
        assert received == [(first.server_port, "Bearer secret")]
        refused = run(f"http://127.0.0.2:{first.server_port}")
        assert refused.returncode != 0 and "HTTPS only" in refused.stderr
        assert len(received) == 1
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()
