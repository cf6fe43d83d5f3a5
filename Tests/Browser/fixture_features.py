"""The part of the fixture's model that answers for features: the tree, availability, and its change."""

from fixture_catalogue import FEATURES


class Features:
    """Features of a model with `performs` and `controls`."""

    def features(self):
        by_path, roots = {}, []
        counts = {}
        for _, _, outcome, path, action, *_ in self.performs:
            entry = counts.setdefault((path, action), [0, 0])
            entry[0] += 1
            entry[1] += outcome.startswith("failure")
        for path, name, kind, description, condition, actions in FEATURES:
            state, reasons, conditions = self._availability(path, condition)
            feature = {
                "path": path,
                "identifier": path.rsplit("/", 1)[-1],
                "name": name,
                "description": description,
                "kind": kind,
                "visible": True,
                "tags": ["collaboration"] if "Sharing" in path else [],
                "availability": {"state": state, "reasons": reasons},
                "conditions": conditions,
                "features": [],
                "routes": [
                    {name: route[name] for name in ("pattern", "name", "action")}
                    for route in self.routes()["routes"]
                    if route["feature"]["path"] == path
                ],
                "actions": [
                    {
                        "identifier": identifier,
                        "name": label,
                        "description": f"{label}, started by the user",
                        "published": published,
                        "input": given,
                        "presenter": "DocumentPresenter",
                        "performs": counts.get((path, identifier), [0, 0])[0],
                        "failures": counts.get((path, identifier), [0, 0])[1],
                        "took": 41_000,
                    }
                    for identifier, label, given, published in actions
                ],
            }
            by_path[path] = feature
            parent = by_path.get(path.rsplit("/", 1)[0]) if "/" in path else None
            (parent["features"] if parent else roots).append(feature)
        return {"roots": roots}

    def _availability(self, path, condition):
        if condition is None:
            return "available", [], []
        if condition == "waiting":
            return (
                "undetermined",
                [{"text": "Waiting for the list of formats"}],
                [{"state": "undetermined", "what": "Formats are known", "now": "Not asked yet"}],
            )
        if condition == "parent":
            on = self.controls["App/Sharing"]
            return (
                ("available", [], [])
                if on
                else (
                    "unavailable",
                    [
                        {
                            "text": "Document Sharing is unavailable",
                            "remedy": {"kind": "feature", "text": "See Document Sharing", "feature": "App/Sharing"},
                        }
                    ],
                    [
                        {
                            "state": "unmet",
                            "what": "Parent: Document Sharing",
                            "now": "Unavailable",
                            "feature": "App/Sharing",
                        }
                    ],
                )
            )
        on = self.controls[path]
        conditions = [
            {
                "state": "met" if on else "unmet",
                "what": "User toggle",
                "now": "On" if on else "Off",
                "control": {"kind": "toggle", "on": on},
            },
            {"state": "met", "what": "Runtime: storage can be written", "now": "Met"},
        ]
        reasons = []
        if not on:
            remedy = {"kind": "switch-on", "text": "Switch it on", "feature": path}
            reasons.append({"text": "Switched off by the user", "remedy": remedy})
        if path == "App/FocusMode":
            flag = self.flag(path)
            lit, overridden = flag["value"] == "true", "override" in flag
            conditions.append(
                {
                    "state": "met" if lit else "unmet",
                    "what": "Its flag",
                    "now": "On" if lit else "Off",
                    "flag": path,
                    "control": {"kind": "flag", "on": lit, "overridden": overridden},
                }
            )
            if not lit:
                remedy = {"kind": "flag", "text": "Switch its flag on", "flag": path}
                reasons.append({"text": "Its flag is off", "remedy": remedy})
        reasons += self.more_reasons.get(path, [])
        return ("unavailable" if reasons else "available"), reasons, conditions

    def control(self, path, kind, on):
        with self.lock:
            if path not in self.controls:
                return None
            if kind == "flag":
                self.set_override(path, None if on is None else "true" if on else "false")
            else:
                self.controls[path] = on
        self.notify({"topic": "features"})
        found = [feature for feature in walk(self.features()["roots"]) if feature["path"] == path]
        return found[0]


def walk(features):
    for feature in features:
        yield feature
        yield from walk(feature["features"])
