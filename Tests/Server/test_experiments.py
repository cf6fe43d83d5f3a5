"""Experiments: evaluators of others assign people as the server does, and the life of an experiment through the API."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually, output_of
from openfeature.contrib.provider.flagd import FlagdProvider
from openfeature.contrib.provider.flagd.config import ResolverType
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext
from test_webhooks import ROOT, receive, serve  # noqa: F401

PEOPLE = int(os.environ.get("FIRESTEEL_ASSIGNMENT_PEOPLE", "20000"))
# Every so many people are evaluated by the server as well, by a request for each.
SAMPLE = 20
PATH = f"/api/v1/programs/{PROGRAM}/environments/{ENVIRONMENT}/experiments"
PRIMARY = {"feature": "App/Documents", "action": "save", "measure": "count", "direction": "increase"}
EDITOR = {
    "state": "ENABLED",
    "variants": {"classic": "classic", "focused": "focused", "wide": "wide"},
    "defaultVariant": "classic",
    "targeting": {"fractional": [["classic", 1], ["wide", 1]]},
}


def experiment(flag="editor", arms=("classic", "focused"), **members):
    value = {"name": "Test", "flag": flag, "arms": list(arms), "share": 20, "days": 28, "state": "draft"}
    return value | {"primary": PRIMARY} | members


def create(name, environment=ENVIRONMENT, **members):
    edit = {"kind": "experiment", "name": name, "environment": environment, "create": experiment(**members)}
    return {"id": f"create-{environment}-{name}", "reason": "Test", "edits": [edit]}


def flagd_variants(definitions, folder):
    """Returns the variant that flagd's evaluator gives each person."""
    file = folder / "flags.json"
    file.write_text(json.dumps(definitions), encoding="utf-8")
    provider = FlagdProvider(resolver_type=ResolverType.FILE, offline_flag_source_path=str(file))
    provider.initialize(EvaluationContext())
    try:
        return [
            provider.resolve_string_details("editor", "-", EvaluationContext(f"u-{index}", {"plan": "pro"})).variant
            for index in range(PEOPLE)
        ]
    finally:
        provider.shutdown()


def test_evaluators_agree_and_nobody_moves_when_a_share_grows_or_an_experiment_joins(start, tmp_path):
    server = start({"flags": {"editor": EDITOR}})
    ofrep = OFREPProvider(server.address, headers_factory=lambda: server.fields("client"))

    def send(path, body):
        response = server.session.post(server.address + path, json=body, headers=server.fields("admin"), timeout=60)
        assert response.ok, response.text

    def look():
        variants = flagd_variants(server.definitions(), tmp_path)
        for index in range(0, PEOPLE, SAMPLE):
            context = {"targetingKey": f"u-{index}", "plan": "pro"}
            assert server.evaluate(context, "editor")["variant"] == variants[index], context
        for index in range(0, PEOPLE, SAMPLE * 20):
            details = ofrep.resolve_string_details("editor", "-", EvaluationContext(f"u-{index}", {"plan": "pro"}))
            assert (details.variant, details.value) == (variants[index], variants[index].split(":")[-1])
        return variants

    holdout = {"holdout": True, "name": "Holdout", "share": 10, "state": "running"}
    condition = [{"attribute": "plan", "is": "oneOf", "values": ["pro"]}]
    plain = look()
    send(f"{ROOT}/changes", {
        "id": "holdout",
        "edits": [{"kind": "experiment", "name": "h", "environment": ENVIRONMENT, "create": holdout}],
    })
    send(f"{ROOT}/changes", create("b", **{"if": condition}, weights=[1, 2], state="running"))
    first = look()
    send(f"{PATH}/b/share", {"id": "grow", "share": 50})
    grown = look()
    # Its name is before the other's, and so its place in the targeting.
    send(f"{ROOT}/changes", create("a", arms=["wide", "classic"], share=40, state="running"))
    joined = look()
    for before, after in ((plain, first), (first, grown), (grown, joined)):
        assert all(one == two or "/" not in one for one, two in zip(before, after, strict=True))
        assert all("/" in two for one, two in zip(before, after, strict=True) if one != two)
    counts = {name: sum(variant == name for variant in joined) / PEOPLE for name in set(joined)}
    expected = {"b/1:classic": 0.15, "b/1:focused": 0.30, "a/1:wide": 0.18, "a/1:classic": 0.18}
    for name, share in {**expected, "classic": 0.095, "wide": 0.095}.items():
        assert abs(counts[name] - share) < 4 * (share / PEOPLE) ** 0.5, counts
    assert len(counts) == 6


class Caller:
    """A token's requests to a node."""

    def __init__(self, node, token):
        self.node, self.token = node, token

    def send(self, method, path, body=None, status=200):
        found, _, response = self.node.request(method, path, self.token, body)
        assert found == status, response
        return json.loads(response)


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_the_life_of_an_experiment(dialect, tmp_path, nodes, request):
    if dialect == "sqlite":
        store = ["--data", tmp_path / "data"]
    else:
        postgres = request.getfixturevalue("postgres")
        store = ["--database", postgres.url(postgres.create_database())]
    installation = Installation(tmp_path, store, 1)
    nodes += [Node(tmp_path, f"node{index}", store).start() for index in range(1 if dialect == "sqlite" else 2)]
    editor = Caller(nodes[0], installation.editor)
    viewer = Caller(nodes[-1], installation.token("admin", "--role", "viewer"))
    arms = {"flag": "w0", "arms": ["off", "on"]}

    editor.send("POST", f"{ROOT}/changes", create("draft", **arms) | {"reason": ""})
    viewer.send("POST", f"{PATH}/draft/start", {"id": "s-0"}, status=403)
    viewer.send("POST", f"{PATH}/none/start", {"id": "s-0"}, status=403)
    editor.send("POST", f"{PATH}/none/start", {"id": "s-0"}, status=404)
    editor.send("POST", f"{PATH}/draft/end", {"id": "e-0"}, status=409)
    started = editor.send("POST", f"{PATH}/draft/start", {"id": "s-1", "reason": "Go"})
    assert started["result"] == "applied" and started["change"]["reason"] == "Go"
    # The same request again changes nothing, and another with its identifier is refused.
    assert editor.send("POST", f"{PATH}/draft/start", {"id": "s-1", "reason": "Go"}) == started
    editor.send("POST", f"{PATH}/draft/share", {"id": "s-1", "share": 30}, status=409)

    [listed] = viewer.send("GET", PATH)["experiments"]
    assert (listed["state"], listed["text"], listed["may"]) == ("running", "Day 1 of 28", [])
    assert listed["phases"] == [{"phase": 1, "started": started["change"]["time"], "ended": None}]
    listing = editor.send("GET", PATH)
    assert listing["experiments"][0]["may"] == ["end", "share", "exclude"]
    assert listing["layers"] == [
        {"name": "default", "free": [[2000, 10000]], "experiments": {"draft": [[0, 2000]]}}
    ]

    # Of four that start concurrently with 30 % each, two fit beside the first.
    for name in "abcd":
        editor.send("POST", f"{ROOT}/changes", create(name, share=30, **arms))

    def start(name):
        node = nodes[ord(name) % len(nodes)]
        return node.request("POST", f"{PATH}/{name}/start", installation.editor, {"id": f"s-{name}"})[0]

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(start, "abcd"))
    assert sorted(statuses) == [200, 200, 422, 422]
    [layer] = editor.send("GET", PATH)["layers"]
    ranges = sorted(range_ for ranges in layer["experiments"].values() for range_ in ranges)
    assert sum(upper - lower for lower, upper in ranges) == 8000
    assert all(one[1] <= two[0] for one, two in zip(ranges, ranges[1:], strict=False))

    editor.send("POST", f"{PATH}/draft/end", {"id": "e-1", "arm": "other"}, status=422)
    ended = editor.send("POST", f"{PATH}/draft/end", {"id": "e-2", "arm": "off", "reason": "Better"})
    assert {difference["kind"] for difference in ended["change"]["differences"]} == {"experiment", "targeting"}
    for name in "abcd":
        if name in layer["experiments"]:
            editor.send("POST", f"{PATH}/{name}/end", {"id": f"e-{name}", "arm": None})
    eventually(lambda: [node.request("GET", "/readyz", "")[0] for node in nodes] == [200] * len(nodes))
    definition = editor.send("GET", f"{ROOT}/flags/w0/definition?environment={ENVIRONMENT}")["flags"]["w0"]
    assert definition["variants"] == {"on": True, "off": False}
    assert (definition["defaultVariant"], "targeting" in definition) == ("off", False)
    # The end is reverted, as any other change, and the experiment continues in another phase.
    number = ended["change"]["number"]
    editor.send("POST", f"{ROOT}/changes/{number}/reversal", {"id": "r-1", "reason": "Not yet"})
    [draft] = [one for one in editor.send("GET", PATH)["experiments"] if one["name"] == "draft"]
    assert (draft["state"], draft["value"]["phase"], draft["value"]["slots"]) == ("running", 2, [[0, 2000]])
    assert [phase["ended"] is None for phase in draft["phases"]] == [False, True]
    # An export has slots and phases, with which people keep their arms elsewhere.
    file = tmp_path / "export.json"
    file.write_text(json.dumps(editor.send("GET", f"{ROOT}/export")), encoding="utf-8")
    output_of("import", *store, "--program", "copy", "--environment", ENVIRONMENT, "--reason", "Copy", "--apply", file)
    items = nodes[0].request("GET", "/api/v1/programs/copy/items", copy_token(store))[2]
    [copied] = [item["value"] for item in json.loads(items)["items"] if item["name"] == "draft"]
    assert copied == draft["value"]
    for node in nodes:
        assert node.end() == 0
    installation.verify()


def copy_token(store):
    """Returns a token for the program into which an export was imported."""
    return output_of("token", *store, "--program", "copy", "--kind", "admin", "--role", "viewer")


def test_a_start_in_production_waits_for_another_person_and_webhooks_are_notified(serve, receive, nodes):  # noqa: F811
    admin = serve()
    receiver = receive()
    admin.webhook(receiver.address, events=("experiment.started", "experiment.ended"))
    path = PATH.replace(ENVIRONMENT, "production")
    rights = ["--environment", "production", "--kind", "admin", "--role", "editor"]
    author = output_of("token", *nodes[0].store, "--program", PROGRAM, *rights)
    script = Caller(nodes[0], author)

    def approved(result):
        assert result["result"] == "requested", result
        body = {"comment": "", "change": admin.call("GET", f"{ROOT}/items")["program"]["change"]}
        return admin.call("POST", f"{ROOT}/requests/{result['request']['id']}/approval", body)

    targeting = {"isOn": True, "otherwise": {"variant": "off"}}
    edits = [{"kind": "targeting", "name": "w0", "environment": "production", "create": targeting}]
    approved(script.send("POST", f"{ROOT}/changes", {"id": "w0", "reason": "New", "edits": edits}))
    body = create("pay", "production", flag="w0", arms=["off", "on"])
    assert script.send("POST", f"{ROOT}/changes", body)["result"] == "applied"
    script.send("POST", f"{path}/pay/start", {"id": "s-1"}, status=422)
    started = script.send("POST", f"{path}/pay/start", {"id": "s-2", "reason": "Go"})
    assert script.send("GET", path)["experiments"][0]["state"] == "draft"
    approved(started)
    assert script.send("GET", path)["experiments"][0]["state"] == "running"
    # An end without an arm is immediate, and reviewed afterwards; with an arm it is another value for people.
    shipped = script.send("POST", f"{path}/pay/end", {"id": "e-1", "arm": "on", "reason": "Better"})
    assert shipped["result"] == "requested"
    ended = script.send("POST", f"{path}/pay/end", {"id": "e-2", "reason": "Harm"})
    assert ended["result"] == "applied" and ended["review"]["kind"] == "review"
    # What everyone gets by a later change counts as shipped from then on.
    assert script.send("GET", f"{path}/pay/shipped")["kind"] == "notShipped"
    key = {"kind": "targeting", "name": "w0", "environment": "production"}
    [item] = [one for one in script.send("GET", f"{ROOT}/items")["items"] if key.items() <= one.items()]
    edits = [key | {"base": item["change"], "set": {"otherwise": {"variant": "on"}}}]
    approved(script.send("POST", f"{ROOT}/changes", {"id": "w0-on", "reason": "Better", "edits": edits}))
    assert script.send("GET", f"{path}/pay/shipped")["kind"] == "waiting"
    # The end of a holdout lets more people take part, so it waits as the start does.
    holdout = {"holdout": True, "name": "Holdout", "share": 5, "state": "draft"}
    edits = [{"kind": "experiment", "name": "held", "environment": "production", "create": holdout}]
    assert script.send("POST", f"{ROOT}/changes", {"id": "h-1", "reason": "New", "edits": edits})["result"] == "applied"
    approved(script.send("POST", f"{path}/held/start", {"id": "h-2", "reason": "Go"}))
    ended = script.send("POST", f"{path}/held/end", {"id": "h-3", "reason": "Enough"})
    [held] = [one for one in script.send("GET", path)["experiments"] if one["name"] == "held"]
    assert held["state"] == "running"
    approved(ended)
    eventually(lambda: len(receiver.received()) == 4)
    assert {message.event["type"] for message in receiver.received()} == {"experiment.started", "experiment.ended"}
