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
                "actions": [
                    {
                        "identifier": identifier,
                        "name": label,
                        "description": f"{label}, asked for by the user",
                        "published": published,
                        "declared": True,
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
                    [{"text": "Document Sharing is unavailable", "remedy": "Make Document Sharing available"}],
                    [{"state": "unmet", "what": "Parent: Document Sharing", "now": "Unavailable"}],
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
        if on:
            return "available", [], conditions
        return "unavailable", [{"text": "Switched off by the user", "remedy": "Switch it on"}], conditions

    def control(self, path, on):
        with self.lock:
            if path not in self.controls:
                return None
            self.controls[path] = on
        self.tell({"topic": "features"})
        found = [feature for feature in walk(self.features()["roots"]) if feature["path"] == path]
        return found[0]


def walk(features):
    for feature in features:
        yield feature
        yield from walk(feature["features"])
