"""The part of the fixture's model that performs: published actions with their inputs, routes, activities."""

import json

from fixture_catalogue import FEATURES, NAMES


def field(path, type, **more):
    return {"path": path.split(".") if path else [], "type": type, "optional": False, **more}


# The fields of an input, by the name of its type
INPUTS = {
    "NewDocument": [
        field("title", "text", default='"Untitled"'),
        field("pages", "integer"),
        field("ratio", "number", optional=True),
        field("isDraft", "bool"),
        field("due", "date", optional=True),
        field("format", "choice", choices=['"markdown"', '"html"']),
        field("owner.name", "text", optional=True),
        field("tags", "json", default="[]", optional=True),
    ],
    "DocumentReference": [field("document", "text")],
    "LineWidth": [field("", "integer")],
}

ROUTES = [
    ("open/$(document)", ["documents://", "https://example.com"], "App/Documents", "Open", None, True, ["document"]),
    ("share/**", ["any app"], "App/Sharing", "Share", "share", False, []),
    ("search/$(words).json", ["any app", "any universal"], "App/Search", "Search", None, True, ["words"]),
]


class Performing:
    """Performing from outside, for a model with `features` and performs."""

    def start_edges(self):
        self.more_reasons = {}
        self.start_access()
        self.presents, self.routes_declared, self.refusal = True, True, None
        self.sessions_to_select, self.obstacles, self.problem_of_link = [], {}, None
        self.asked = []
        self.activity_titles = [(f"a{n}", f"Document {n}", n) for n in range(1, 131)]
        self.keeps_activities = True

    def published(self, session=None):
        """The published actions; `obstacles` has reasons by an action's identifier and a session's, or `None`."""
        states = {feature["path"]: feature["availability"] for feature in self._all_features()}
        actions = []
        for path, name, _, _, _, own in FEATURES:
            for identifier, label, given, published in own:
                if published:
                    actions.append(
                        {
                            "path": f"{path}/#{identifier}",
                            "identifier": identifier,
                            "name": label,
                            "description": f"{label}, started by the user",
                            "feature": {"path": path, "name": name},
                            "availability": states[path],
                            "presenter": "DocumentPresenter" if identifier == "Open" else None,
                            "input": self._input(given),
                            **self._obstacle(identifier, session),
                        }
                    )
        sessions = [{"id": number, "name": name} for number, name in self.sessions_to_select]
        return {"presents": self.presents, "sessions": sessions, "actions": actions}

    def _obstacle(self, identifier, session):
        reason = self.obstacles.get((identifier, session))
        return {"obstacle": reason} if reason else {}

    def _input(self, given):
        if given is None:
            return {"kind": "none", "fields": []}
        if given in INPUTS:
            fields = INPUTS[given]
            return {"type": given, "kind": "value" if not fields[0]["path"] else "fields", "fields": fields}
        if given == "FolderReference":
            return {"type": given, "kind": "impossible", "problem": "A FolderReference is not Decodable.", "fields": []}
        problem = f"The values of a {given} are unknown, so it is entered as JSON."
        return {"type": given, "kind": "json", "fields": [field("", "json")], "problem": problem}

    def perform_action(self, body):
        """Performs, and returns the result of `actions/perform`, or `refusal` once."""
        self.asked.append(body)
        if self.refusal:
            refused, self.refusal = self.refusal, None
            return {"outcome": "refused", "refused": refused}
        path, identifier = body["action"].split("/#")
        self.add(1)
        with self.lock:
            perform = self.performs[-1]
            perform[2:6] = ["success", path, identifier, "from the inspector"]
            perform[10] = None
            number = (len(self.performs)) * 2
        if identifier == "Delete":
            with self.lock:
                perform[2], perform[10] = "failure", "The disk is full."
            return {"outcome": "failure", "error": "The disk is full.", "took": 1_200, "perform": number}
        return {"outcome": "success", "took": 412_000, "perform": number}

    # Routes

    def routes(self):
        return {"routes": [self._route(route) for route in ROUTES] if self.routes_declared else []}

    def _route(self, route):
        pattern, scopes, path, identifier, name, reversible, parameters = route
        return {
            "pattern": pattern,
            "scopes": scopes,
            "example": scopes[0] if "://" in scopes[0] else "app://",
            "name": name,
            "reversible": reversible,
            "parameters": parameters,
            "action": {"identifier": identifier, "name": f"{identifier} Document"},
            "feature": {"path": path, "name": NAMES[path]},
        }

    def explain_route(self, url):
        if "://" not in url:
            return None
        states = {feature["path"]: feature["availability"] for feature in self._all_features()}
        candidates, match = [], None
        for route in ROUTES:
            head = route[0].split("/")[0]
            taken = f"/{head}/" in url and match is None
            described = self._route(route)
            if taken:
                value = url.split(f"/{head}/")[1]
                match = {
                    **{name: described[name] for name in ("pattern", "name", "action", "feature")},
                    "availability": states[route[2]],
                    "parameters": [{"name": name, "value": value, "from": "path"} for name in route[6]],
                }
            why = "It takes it." if taken else f"The first component is not “{head}”."
            named = {name: described[name] for name in ("pattern", "action")}
            candidates.append({**named, "matched": taken, "won": taken, "why": why})
        problem = {"problem": self.problem_of_link} if self.problem_of_link else {}
        return {"url": url, "match": match, "candidates": candidates, "leftOut": 0, **problem}

    # Activities

    def activities(self, text, limit):
        kept = [self._activity(entry) for entry in self.activity_titles]
        found = [activity for activity in kept if text.lower() in activity["title"].lower()]
        current = [{**kept[0], "id": "now-1", "session": {"id": 1, "name": "main"}}] if kept else []
        return {
            "attached": self.keeps_activities,
            "current": [activity for activity in current if text.lower() in activity["title"].lower()],
            "index": found[:limit],
            "total": len(kept),
        }

    def _activity(self, entry):
        identifier, title, age = entry
        return {
            "id": identifier,
            "title": title,
            "subtitle": "In Notes",
            "keywords": ["plan"],
            "feature": {"path": "App/Documents", "name": "Document Management"},
            "action": {"identifier": "Open", "name": "Open Document"},
            "at": self.started + 60_000_000 - age * 1_000_000,
            "eligibility": ["perform", "search", "prediction"],
            "availability": {"state": "available", "reasons": []},
        }

    def remove_activity(self, identifier):
        self.activity_titles = [entry for entry in self.activity_titles if entry[0] != identifier]
        return self.activities("", 100)

    def _all_features(self):
        def walk(features):
            for feature in features:
                yield feature
                yield from walk(feature["features"])

        return walk(self.features()["roots"])


def perform_body(entry):
    """The input that was sent, read."""
    return json.loads(entry["input"]) if entry.get("input") is not None else None
