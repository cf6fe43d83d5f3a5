"""Experiments in the shapes of the server's calls, and a page's calls about them, which a test answers."""

import json
import re
from copy import deepcopy
from urllib.parse import parse_qs, urlsplit

from dashboard_insight import DAY, now

ARMS = ["classic", "focused"]
SAVE = {"feature": "App/Documents", "action": "saveDocument"}
OPEN = {"feature": "App/Documents", "action": "openDocument"}


def experiment(key="editor", /, state="running", day=11, phase=1, **value):
    """An experiment of the list. `value` replaces members of its value."""
    started, ended = now() - (day - 1) * DAY - DAY // 3, None
    if state == "ended":
        ended = now() - DAY
    primary = {**SAVE, "measure": "count", "direction": "increase"}
    guardrail = {**OPEN, "measure": "duration", "direction": "decrease", "margin": 0.05}
    members = {
        "name": "Editor", "question": "Do people save more?", "flag": "editor", "arms": ARMS, "share": 100,
        "primary": primary, "guardrails": [guardrail], "days": 28, "state": state,
    }  # fmt: skip
    phases = [{"phase": number, "started": started - (phase - number) * 9 * DAY,
               "ended": ended if number == phase else started - (phase - number - 1) * 9 * DAY}
              for number in range(1, phase + 1)]  # fmt: skip
    if state != "draft":
        members |= {"slots": [[0, 10_000]], "phase": phase}
    return {"name": key, "value": {**members, **value}, "change": 5, "state": state,
            "phases": [] if state == "draft" else phases}  # fmt: skip


def compared(relative, lower, upper, verdict, arm="focused"):
    return {"arm": arm, "relative": relative, "lower": lower, "upper": upper, "verdict": verdict}


def metric(role, title, measure, values, comparison, direction="increase", margin=None, **action):
    arms = [{"name": name, "value": value} for name, value in zip(ARMS, values)]
    return {"role": role, "title": title, "measure": measure, "direction": direction, "margin": margin, "arms": arms,
            "comparisons": [comparison], **(action or SAVE)}  # fmt: skip


def narrowing(relative, last, days=11):
    """The history of an interval that is `last` wide to each side on the last day."""
    widths = [last * (days / (number + 1)) ** 0.75 for number in range(days)]
    return [{"day": now() - (days - 1 - number) * DAY, "relative": relative, "lower": relative - width,
             "upper": relative + width} for number, width in enumerate(widths)]  # fmt: skip


def results(kind="better", **other):
    """The results of a phase, by the kind of their verdict."""
    people = {"unreliable": (4184, 4936), "waiting": (7, 9)}.get(kind, (4549, 4571))
    shares = [count / sum(people) for count in people]
    saves = {
        "better": (0.078, 0.039, 0.117), "harmed": (0.021, -0.02, 0.062), "inconclusive": (0.004, -0.035, 0.043),
        "unreliable": (0.078, 0.039, 0.117), "waiting": (None, None, None),
    }[kind]  # fmt: skip
    isolated = kind in ("unreliable", "waiting")
    verdict = {"harmed": "inconclusive"}.get(kind, kind)
    exits = (3.1, 0.9, 8.4) if kind == "harmed" else (0.002, -0.03, 0.034)
    sentences = {
        "better": ("People with “focused” do Save Document 7.8 % more",
                   "The interval has been above 0 since day 5. Checking often doesn’t weaken it."),
        "harmed": ("“focused” ends abnormally 4.1 times as often", "The guard stopped it on day 3."),
        "inconclusive": ("No difference in Save Document so far", "It is between −3.5 and +4.3 %."),
        "unreliable": ("No result while the groups are unbalanced", "Use these figures only to investigate."),
        "waiting": ("Too few people yet", "16 people took part."),
    }  # fmt: skip
    largest = {"dimension": "version", "value": "3.4.0", "shares": [0.71, 0.29]}
    found = {
        "experiment": "editor", "phase": 1, "state": "running", "day": 11, "started": now() - 10 * DAY - DAY // 3,
        "ends": now() + 17 * DAY,
        "verdict": {"kind": kind, "sentence": sentences[kind][0], "detail": sentences[kind][1]},
        "arms": [{"name": name, "people": count, "expected": 0.5, "share": share}
                 for name, count, share in zip(ARMS, people, shares)],
        "ratio": {"isMismatch": kind == "unreliable", "probability": 2e-6 if kind == "unreliable" else 0.8,
                  "sentence": "As expected; chance alone gives a gap like this 8 times in 10.",
                  "largest": largest if kind == "unreliable" else None},
        "mixed": 3, "capped": 0, "lost": 0,
        "metrics": [
            metric("primary", "Save Document", "count", (5.02, 5.41), compared(*saves, verdict)),
            metric("secondary", "Open Document", "retention", (0.374, 0.381),
                   compared(0.019, -0.012, 0.05, verdict if isolated else "inconclusive"), **OPEN),
            metric("guardrail", "Abnormal exits", "exits", (0.004, 0.004 * (1 + exits[0])),
                   compared(*exits, "beyond" if kind == "harmed" else "within"), "decrease", 0.05,
                   feature="", action=""),
            metric("guardrail", "Open Document", "duration", (209, 212), compared(0.014, 0.002, 0.026, "within"),
                   "decrease", 0.05, **OPEN),
        ],
        "history": [] if kind == "waiting" else narrowing(saves[0], saves[2] - saves[0]),
        "until": now(), "window": None,
        "others": [{"feature": "App/Editor", "action": "insertImage", "title": "Insert Image", "arm": "focused",
                    "relative": -0.21, "lower": -0.3, "upper": -0.12}],
        "dimensions": [{"dimension": "version", "value": value, "people": [1100, 998], "relative": relative,
                        "lower": relative - 0.08, "upper": relative + 0.08}
                       for value, relative in (("3.4.1", 0.09), ("3.4.0", 0.05))],
    }  # fmt: skip
    if kind == "waiting":
        found |= {"others": [], "dimensions": []}
    return {**found, **other}


ESTIMATE = {
    "peoplePerDay": 820, "days": 28, "value": 5.02, "people": 22_960,
    "needed": [{"effect": 0.02, "days": None}, {"effect": 0.05, "days": 16}, {"effect": 0.1, "days": 5}],
}  # fmt: skip
REHEARSAL = {
    "runs": 1000, "claims": 31, "people": 22_960,
    "relatives": [0.03 * ((number * 37 % 101) / 50 - 1) ** 3 for number in range(1000)],
}  # fmt: skip


class Experiments:
    """Answers the calls of a page about experiments, from `install(page)` on, and those that change one. `found` is the
    list, `results` the results by name; `sent` are the operations and changes."""

    def __init__(self, *found, results=None, estimate=ESTIMATE, diagnostics=()):
        self.found, self.results, self.estimate = list(found), results or {}, estimate
        self.diagnostics, self.sent, self.asked = list(diagnostics), [], []
        self.holding, self.refusal, self.rehearsal = False, None, REHEARSAL
        self.interactions = {"isComparable": True, "hasOthers": False, "people": 0, "interactions": []}
        self.shipped = {"kind": "waiting", "days": 0, "people": 0}

    def install(self, page):
        page.route(re.compile(r"/api/v1/programs/[^/]+/environments/[^/]+/experiments"), self.answer)
        page.route(re.compile(r"/api/v1/programs/[^/]+/changes(/preview)?$"), self.change)
        none = {"contexts": 0, "since": now(), "flags": [], "omitted": 0}
        page.route(re.compile(r"/environments/[^/]+/comparisons$"), lambda route: route.fulfill(json=none))
        return page

    def items(self, route):
        """Adds the experiments to the items of the server."""
        response = route.fetch()
        if response.status != 200:
            return route.fulfill(response=response)
        body = response.json()
        rest = {"kind": "experiment", "environment": "development", "change": 5}
        body["items"] += [{**rest, "name": one["name"], "value": one["value"]} for one in self.found]
        return route.fulfill(response=response, json=body)

    @property
    def edits(self):
        """The edits of the changes that were sent."""
        return [edit for operation, content in self.sent if operation == "change" for edit in content["edits"]]

    def answer(self, route):
        request = route.request
        url = urlsplit(request.url)
        parts = url.path.split("/experiments")[1].strip("/").split("/")
        self.asked.append(("/".join(parts), parse_qs(url.query)))
        if self.holding:
            return None
        if parts == [""]:
            return route.fulfill(json={"experiments": self.found})
        if parts[0] in ("estimate", "rehearse"):
            self.sent.append((parts[0], json.loads(request.post_data)))
            if self.refusal:
                return route.fulfill(status=400, json={"error": self.refusal})
            return route.fulfill(json=self.estimate if parts[0] == "estimate" else self.rehearsal)
        name, operation = parts
        if operation == "results":
            found = self.results.get(name)
            missing = {"error": {"code": "not-found", "message": "There are no results."}}
            wanted = {name: int(values[0]) for name, values in parse_qs(url.query).items()}
            return route.fulfill(json=found | wanted) if found else route.fulfill(status=404, json=missing)
        if operation in ("interactions", "shipped"):
            return route.fulfill(json=getattr(self, operation))
        return self.operate(route, name, operation, json.loads(request.post_data))

    def operate(self, route, name, operation, content):
        self.sent.append((operation, content))
        one = next(one for one in self.found if one["name"] == name)
        if operation == "start":
            self.found[self.found.index(one)] = experiment(name, **{**one["value"], "state": "running"}, day=1)
        elif operation == "end":
            one["value"] |= {"state": "ended", "decision": {"arm": content["arm"]}}
        elif operation == "exclude":
            one["value"]["excluded"] = [{"phase": content["phase"], "version": content["version"]}]
        else:
            one["value"]["share"] = content["share"]
        return route.fulfill(json={"result": "applied", "change": {"number": 9}})

    def change(self, route):
        """Answers a preview or a change of experiments; others are the server's."""
        content = json.loads(route.request.post_data)
        edits = [edit for edit in content["edits"] if edit["kind"] == "experiment"]
        if not edits:
            return route.fallback()
        before = {one["name"]: deepcopy(one["value"]) for one in self.found}
        after = deepcopy(before)
        for edit in edits:
            value = {**edit.get("create", after.get(edit["name"], {})), **edit.get("set", {})}
            after[edit["name"]] = None if edit.get("remove") else value
        if route.request.url.endswith("/preview"):
            kept = [{"kind": "experiment", "name": edit["name"], "environment": edit["environment"],
                     "before": before.get(edit["name"]), "after": after[edit["name"]]} for edit in edits]  # fmt: skip
            return route.fulfill(json={
                "differences": kept, "diagnostics": self.diagnostics, "conflicts": [], "needsReason": [],
                "needsApproval": [], "isReviewed": [],
            })  # fmt: skip
        self.sent.append(("change", content))
        others = [one for one in self.found if after[one["name"]] is not None]
        created = [experiment(name, "draft") | {"value": value} for name, value in after.items() if name not in before]
        self.found = [{**one, "value": after[one["name"]]} for one in others] + created
        return route.fulfill(json={"result": "applied", "change": {"number": 9}})
