"""The calls of the dashboard's pages below `…/insight/`, answered by a test: figures that take days to arise.

Everything else on the pages comes from the real server. The operations are recorded.
"""

import json
import re
from copy import deepcopy
from urllib.parse import parse_qs, urlsplit

from dashboard_insight import (
    DAY,
    HOUR,
    IMPACT,
    NEXT,
    covers,
    facts,
    funnel,
    group,
    groups,
    now,
    report,
    too_few,
    untested,
)


class Insight:
    """Answers the calls of a page, from `install(page)` on. `groups` is what the list has, `posted` the operations."""

    def __init__(self, found=None, *, suspects=None, effect=None, overview=None, behaviour=None, total=47):
        self.groups = groups() if found is None else found
        self.suspects, self.effect, self.total = suspects or too_few(), effect, total
        self.overview, self.behaviour = overview, behaviour
        self.reports, self.impact, self.untested, self.exposure = {}, IMPACT, untested(), None
        self.posted, self.deleted, self.asked = [], [], []
        self.failing = self.holding = False

    def install(self, page):
        page.route(re.compile(r"/api/v1/programs/[^/]+/environments/[^/]+/insight/"), self.answer)
        return page

    def one(self, identifier):
        return next((one for one in self.groups if one["id"] == identifier), None)

    def answer(self, route):
        request = route.request
        url = urlsplit(request.url)
        parts = url.path.split("/insight/")[1].split("/")
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        self.asked.append(("/".join(parts), query))
        if self.holding:
            return None
        if self.failing:
            return self.send(route, {"error": {"code": "internal", "message": "The server failed."}}, 500)
        if request.method == "POST":
            return self.operate(route, parts[1], json.loads(request.post_data))
        if request.method == "DELETE":
            self.deleted.append("/".join(parts))
            return self.send(route, {"sessions": 3, "reports": 1, "sketches": 12})
        body = self.read(parts, query)
        if body is None:
            return self.send(route, {"error": {"code": "not-found", "message": "There is nothing here."}}, 404)
        return self.send(route, body)

    @staticmethod
    def send(route, body, status=200):
        return route.fulfill(status=status, content_type="application/json", body=json.dumps(body))

    def read(self, parts, query):
        """The body of a read, or `None` for a 404."""
        path = "/".join(
            [
                "*" if place == 1 and parts[0] in ("groups", "flags", "people") else part
                for place, part in enumerate(parts)
            ]
        )
        if path.startswith("groups/*/reports/") and parts[-1] == "test":
            return {"file": "SaveDocumentSucceeds.swift", "source": f"// {parts[3]}\n.perform(<#the input#>)\n"}
        if path.startswith("groups/*/reports/"):
            return self.report(int(parts[3].removeprefix("run-")))
        reads = {
            "groups": lambda: self.list(query),
            "groups/*": lambda: self.one(parts[1]) and facts(self.one(parts[1])),
            "groups/*/reports": self.newest,
            "groups/*/history": self.history,
            "groups/*/suspects": lambda: self.suspects,
            "groups/*/effect": lambda: self.effect,
            "overview": lambda: self.overview,
            "behaviour": lambda: self.behaviour,
            "behaviour/next": lambda: {**NEXT, "covers": covers()},
            "behaviour/funnel": lambda: funnel(query["steps"]),
            "untested": lambda: self.untested,
            "exposure": lambda: self.exposure if "flag" in query else {"flags": []},
            "flags/*/impact": lambda: self.impact,
            "people/*": lambda: {"sessions": 3, "reports": 1},
        }
        return reads.get(path, lambda: None)()

    def newest(self):
        found = self.reports.get(1, report())
        row = {"run": found["run"], "number": 1, "time": found["time"], "received": found["time"], "bytes": 18_211}
        return {"reports": [row] if self.total else [], "next": None, "total": self.total}

    @staticmethod
    def history():
        first = {"number": 1, "time": now() - 6 * HOUR, "event": "new", "actor": None, "details": {}}
        mara = {"id": "a", "name": "Mara Lindt"}
        return {"history": [{**first, "number": 2, "event": "assigned", "actor": mara}, first]}

    def report(self, number):
        found = deepcopy(self.reports.get(number, report(number)))
        newer = {"run": f"run-{number - 1}", "number": 1} if number > 1 else None
        older = {"run": f"run-{number + 1}", "number": 1} if number < self.total else None
        answer = {"report": found, "received": found["time"] + 4000, "redactions": 2, "newer": newer, "older": older}
        return {**answer, "place": number, "total": self.total}

    def list(self, query):
        state, text = query.get("state", "open"), query.get("text", "").lower()
        found = [one for one in self.groups if state == "all" or one["state"] == state]
        if query.get("mine"):
            found = [one for one in found if (one["assignee"] or {}).get("name") == "Mara Lindt"]
        for name, member in (("flag", "flags"), ("version", "lastVersion")):
            if query.get(name):
                found = [one for one in found if query[name] in one[member]]
        found = [one for one in found if text in f"{one['title']} {one['message']} {one['feature']}".lower()]
        of = {name: sum(one["state"] == name for one in self.groups) for name in ("open", "resolved", "ignored")}
        mine = sum((one["assignee"] or {}).get("name") == "Mara Lindt" for one in self.groups)
        new = sum(one["isNew"] and one["state"] == "open" for one in self.groups)
        start = int(query.get("before", 0))
        limit = int(query.get("limit", 100))
        following = str(start + limit) if len(found) > start + limit else None
        return {
            "groups": found[start : start + limit],
            "counts": {**of, "mine": mine, "new": new},
            "reports24h": 115 if self.groups else 0,
            "next": following,
            "now": now(),
            "hoursFrom": now() - DAY,
        }

    def operate(self, route, identifier, body):
        self.posted.append((identifier, body))
        one = self.one(identifier)
        operation = body["operation"]
        if operation == "resolve":
            one.update(state="resolved", resolvedIn=body.get("version"))
        elif operation == "ignore":
            one.update(state="ignored", ignoredUntil=one["reports"] + body["more"])
        elif operation == "open":
            one.update(state="open", resolvedIn=None, ignoredUntil=None)
        elif operation == "assign":
            one["assignee"] = {"id": body["account"], "name": "Mara Lindt"}
        elif operation == "unassign":
            one["assignee"] = None
        elif operation == "merge":
            one = self.one(body["into"])
        elif operation == "split":
            one = group("g9", title="Crash during Save a Copy")
            self.groups.append(one)
        return self.send(route, {"group": one})
