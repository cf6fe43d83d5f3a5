"""Results of experiments are what the formulas give for what programs sent."""

import json
import math
import random
import sqlite3
import statistics
import subprocess
import sys
import threading
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from insight import address, now, put, received
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually, run_command

SCRIPT = Path(__file__).parents[2] / "scripts/experiment-figures"
HOUR = 3_600_000
PEOPLE = 450
ARMS = ("classic", "focused")
# The confidence and the tuning of the sequence, as AsymptoticSequence.swift has them by default.
ERROR, TUNED = 0.05, 5_000
SAVE, PRINT = {"action": "save"}, {"action": "print"}
MORE = [
    ("amount", SAVE),
    ("rate", {**SAVE, "per": {"feature": "App/Documents", **PRINT}}),
    ("sequence", {**SAVE, "then": {"feature": "App/Documents", **PRINT}}),
    ("duration", {**SAVE, "quantile": 0.5}),
    ("duration", {**SAVE, "quantile": 0.9}),
    ("timeTo", {**PRINT, "day": 2}),
    ("retention", {"day": 1}),
    ("retention", {**SAVE, "week": 1}),
]


@pytest.fixture
def node(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    installation = Installation(tmp_path, store, 1)
    node = Node(tmp_path, "node", store)
    node.ingest, node.editor, node.reader = installation.token("ingest"), installation.editor, installation.reader
    node.admin = installation.token("admin", "--role", "admin")
    nodes.append(node.start())
    return node


def begin(folder, time, secondary=(("failureRate", SAVE),)):
    """Stores a running experiment as the next change."""
    value = {
        "flag": "editor",
        "arms": list(ARMS),
        "state": "running",
        "phase": 1,
        "primary": {"feature": "App/Documents", "action": "save", "measure": "count"},
        "secondary": [
            {"feature": "App/Documents", "measure": measure, "direction": "decrease", **members}
            for measure, members in secondary
        ],
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
    verified = run_command("verify", "--data", folder / "data")
    # Findings would follow.
    assert verified.stdout.endswith(f"Experiments: {2 * PEOPLE} people\n"), verified.stdout
    results, export = json.loads(saved.read_text())
    assert "before-classic" not in saved.read_text() and "classic0" not in saved.read_text()
    next(one for one in export["people"][7]["actions"] if one["action"] == "save")["successes"] += 1
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


def group_ratio(people):
    """Returns saves per person with the variance of the ratio, of `(group, saves)`."""
    groups = {}
    for group, saves in people:
        size, total = groups.get(group, (0, 0))
        groups[group] = (size + 1, total + saves)
    sizes, totals = zip(*groups.values(), strict=True)
    ratio = sum(totals) / sum(sizes)
    rests = [total - ratio * size for size, total in groups.values()]
    return ratio, statistics.variance(rests) / statistics.fmean(sizes) ** 2 / len(groups)


def test_people_who_share_a_unit_are_compared_in_groups(node, tmp_path):
    source = random.Random(3)
    value = {
        "name": "Test", "flag": "w0", "arms": ["off", "on"], "share": 100, "days": 28, "state": "running",
        "unit": "company", "secondary": [{"feature": "App/Documents", "measure": "failureRate", **SAVE}],
        "primary": {"feature": "App/Documents", "measure": "count", **SAVE},
    }  # fmt: skip
    for metric in [value["primary"], *value["secondary"]]:
        metric["direction"] = "increase"
    edit = {"kind": "experiment", "name": "editor", "environment": ENVIRONMENT, "create": value}
    change = {"id": "c", "reason": "Test", "edits": [edit]}
    status, _, answer = node.request("POST", f"/api/v1/programs/{PROGRAM}/changes", node.editor, change)
    assert status == 200, answer
    with sqlite3.connect(tmp_path / "data/firesteel.sqlite", timeout=60) as database:
        # Otherwise sessions are from before the start, and limit the counts.
        database.execute("UPDATE changes SET time = time - ? WHERE id = 'c'", (HOUR,))

    def variant(company, number):
        context = {"targetingKey": f"{company}-{number}", "company": company}
        answer = node.request("POST", "/ofrep/v1/evaluate/flags/w0", node.reader, {"context": context})[2]
        return json.loads(answer)["variant"]

    eventually(lambda: "editor/1." in variant("c0", 0))
    arms, bodies, exposures = {"off": [], "on": []}, [], set()
    for company in range(PEOPLE):
        shared = variant(f"c{company}", 0)
        assert shared == variant(f"c{company}", 1)
        exposures.add(shared)
        name, arm = shared.split(":")
        usual = source.randrange(1, 12) + (1 if arm == "on" else 0)
        for number in range(2):
            saves = usual + source.randrange(0, 2)
            arms[arm].append((name, saves))
            bodies.append(
                person(2 * company + number, f"c{company}-{number}", saves, source.randrange(0, 3),
                       exposures=[{"flag": "w0", "variant": shared, "first": 0}])
            )  # fmt: skip
    assert len(exposures) > 150
    for part in range(0, len(bodies), PEOPLE):
        body = segment(f"run-{part}", now() - 60_000, bodies[part : part + PEOPLE])
        status, _, answer = put(node, address(body), body, node.ingest)
        assert status == 201, answer

    def results():
        path = f"/api/v1/programs/{PROGRAM}/environments/{ENVIRONMENT}/experiments/editor/results"
        return put(node, path, b"", node.admin, method="GET")[2]

    eventually(lambda: sum(arm["people"] for arm in results()["arms"]) == 2 * PEOPLE)
    answer = results()
    assert answer["verdict"]["kind"] != "unreliable", answer["verdict"]
    (control, error), (ratio, other) = (group_ratio(arms[arm]) for arm in ("off", "on"))
    metric, found = comparison(answer, "primary")
    assert [arm["value"] for arm in metric["arms"]] == pytest.approx([control, ratio], rel=1e-12)
    relative = ratio / control - 1
    width = half_width(math.sqrt(other + error * (ratio / control) ** 2) / control, 2 * PEOPLE)
    assert [found["relative"], found["lower"], found["upper"]] == pytest.approx(
        [relative, relative - width, relative + width], rel=1e-9
    )
    # Colleagues save about as often, so people say less than if they were independent.
    apart = [statistics.variance([saves for _, saves in arms[arm]]) / len(arms[arm]) for arm in ("off", "on")]
    assert error + other > 1.5 * sum(apart)
    assert answer["others"] == [] and {one["relative"] for one in answer["dimensions"]} == {None}
    # Other figures count the variant of an arm, not of each group.
    with sqlite3.connect(tmp_path / "data/firesteel.sqlite") as database:
        variants = database.execute("SELECT DISTINCT value FROM insight_counts WHERE value LIKE 'v:%'").fetchall()
    assert sorted(variants) == [("v:w0\teditor/1:off",), ("v:w0\teditor/1:on",)]
    check_again(node, tmp_path)


def stored(folder, table):
    """Returns the number of rows of a table."""
    with sqlite3.connect(folder / "data/firesteel.sqlite") as database:
        return database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]


def action(name, successes, first, last, **members):
    return {"action": ["App/Documents", name], "successes": successes, "first": first, "last": last, **members}


def test_other_measures_are_those_of_the_formulas(node, tmp_path):
    source = random.Random(7)
    time = now() - now() % (24 * HOUR)
    begin(tmp_path, time - 20 * 24 * HOUR, MORE)
    expected, bodies = {arm: [] for arm in ARMS}, []
    for arm in ARMS:
        days = {}
        for index in range(PEOPLE):
            exposed = source.randrange(16, 19)
            saves, amount = source.randrange(1, 6) + 2 * (arm == "focused"), source.randrange(0, 900)
            durations = {str(bucket): source.randrange(1, 4) for bucket in source.sample(range(40, 48), 3)}
            # The first save came before the exposure, and those that count follow it.
            before = action("save", 1, 100, 100, amount=300, durations={"70": 1})
            save = action("save", saves + 1, 100, 50_000, amount=300 + 2 * amount, durations={"70": 1, **durations})
            printed = source.choice([None, 10_000, 50_000])
            exposure = {"flag": "editor", "variant": f"editor/1:{arm}", "first": 5_000, "before": [before]}
            exposure["after"] = [{"action": ["App/Documents", "save"], "first": 20_000}]
            actions = [save] + ([action("print", 2, printed, printed + 100)] if printed else [])
            one = {"session": index + 1, "person": f"{arm}{index}", "actions": actions, "exposures": [exposure]}
            days.setdefault(exposed, []).append(one)
            gaps = source.sample([1, 9, 15], source.randrange(1, 3))
            for gap in gaps:
                again = action("save", 1, 100, 100) if gap > 1 else action("print", 1, 100, 100)
                later = {"session": index + 1, "person": f"{arm}{index}", "actions": [again]}
                days.setdefault(exposed - gap, []).append(later)
            saves += sum(gap > 1 for gap in gaps)
            prints = 2 * bool(printed) + (1 in gaps)
            follows = printed == 50_000 or 1 in gaps
            expected[arm].append((2 * amount / 100, saves, prints, follows, 1 in gaps, 9 in gaps))
        for day, found in days.items():
            for part in range(0, len(found), 250):
                run = f"{arm}-{day}-{part}"
                bodies.append(segment(run, time - day * 24 * HOUR + HOUR, found[part : part + 250]))
    source.shuffle(bodies)
    for body in bodies:
        status, _, answer = put(node, address(body), body, node.ingest, {"Date": formatdate(usegmt=True)})
        assert status == 201, answer

    def results():
        path = f"/api/v1/programs/{PROGRAM}/environments/{ENVIRONMENT}/experiments/editor/results"
        return put(node, path, b"", node.admin, method="GET")[2]

    sessions = sum(len(json.loads(body)["people"]) for body in bodies)
    eventually(lambda: stored(tmp_path, "insight_sessions") == sessions)
    metrics = [metric for metric in results()["metrics"] if metric["role"] == "secondary"]
    assert all(one["value"] is not None for metric in metrics for one in metric["arms"])
    unknown = [(one["measure"], one["comparisons"]) for one in metrics if one["comparisons"][0]["upper"] is None]
    assert unknown == []
    for index, arm in enumerate(ARMS):
        amounts, saves, prints, follows, next_day, next_week = zip(*expected[arm], strict=True)
        values = [metric["arms"][index]["value"] for metric in metrics]
        assert values[0] == pytest.approx(statistics.fmean(amounts))
        assert values[1] == pytest.approx(sum(saves) / sum(prints))
        assert values[2] == pytest.approx(statistics.fmean(follows))
        assert values[6] == pytest.approx(statistics.fmean(next_day))
        assert values[7] == pytest.approx(statistics.fmean(next_week))
    check_again(node, tmp_path)


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
