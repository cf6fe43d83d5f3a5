"""The part of the fixture's model that answers for flags: values, overrides, providers, explanations."""

import json
import time

EXPIRED = "It should have gone by 1 March 2026: remove it, or give it a later date."
FULL_MARK = {"title": "Read this with me", "tone": "friendly", "people": [1, 2.0, None]}

# key, name, group, type, default, then what else there is of it
FLAGS = [
    ("editor.autosave", "Autosave", "Editor", "bool", True, {"description": "Save while somebody writes"}),
    (
        "editor.toolbar",
        "Toolbar",
        "Editor",
        "string",
        "classic",
        {
            "allowed": ["classic", "wide", "none"],
            "served": ("Server", "wide", "SPLIT", "b"),
            "owner": "Editor team",
            "expires": "2027-01-15",
            "kind": "experiment",
            "description": "What stands above the text",
        },
    ),
    (
        "editor.lineWidth",
        "Line width",
        "Editor",
        "int",
        72,
        {"error": ("TYPE_MISMATCH", "The environment has “wide”.")},
    ),
    ("editor.fade", "Fade", "Editor", "double", 0.35, {"served": ("flags.json", 0.5, "STATIC", None)}),
    ("editor.greeting", "Greeting", "Editor", "string", "Welcome back", {"read": False}),
    (
        "sharing.invitation",
        "Invitation",
        "Sharing",
        "object",
        FULL_MARK,
        {"served": ("Server", {**FULL_MARK, "tone": "plain"}, "CACHED", None)},
    ),
    ("sharing.formats", "Formats", "Sharing", "array", ["html", "pdf"], {"parent": "editor.autosave"}),
    (
        "sharing.plan",
        "Plan",
        "Sharing",
        "string",
        "free",
        {
            "allowed": ["free", "reader", "writer", "publisher", "enterprise"],
            "served": ("flags.json", "reader", "TARGETING_MATCH", "reader"),
            "exclusionGroup": "plans",
        },
    ),
    (
        "old.storagePage",
        "Storage page",
        "Old",
        "bool",
        False,
        {"expires": "2026-03-01", "expired": True, "read": False},
    ),
    (
        "App/FocusMode",
        "Focus Mode is on",
        "Features",
        "bool",
        True,
        {"feature": {"path": "App/FocusMode", "name": "Focus Mode"}, "kind": "release"},
    ),
]
UNDECLARED = ("left.over", "flags.json", True)


def text(value):
    return json.dumps(value, ensure_ascii=False)


class Flags:
    """Flags of a model with `tell`."""

    def start_flags(self):
        self.overrides = {}
        self.unknown, self.constant = [], {}
        self.served = {key: more["served"] for key, *_, more in FLAGS if "served" in more}
        self.provider_states = {"Overrides": {}, "Server": {"age": 4}, "flags.json": {"keys": 4}}

    def flags(self):
        flags = [self.flag(key) for key, *_ in FLAGS] + [self.flag(UNDECLARED[0])]
        return {
            "environment": "development",
            "flags": flags,
            "context": {"targetingKey": "reader-4711", "attributes": text({"plan": "premium", "words": 120})},
            "overrides": {"provider": "Overrides", "count": len(self.overrides)},
            "providers": [
                {
                    "name": name,
                    "state": state.get("state", "ready"),
                    **({"updated": time.time_ns() // 1000 - state["age"] * 1_000_000} if "age" in state else {}),
                    **{what: state[what] for what in ("fault", "keys") if what in state},
                }
                for name, state in self.provider_states.items()
            ],
            "diagnostics": [],
            "unknown": self.unknown,
        }

    def flag(self, key):
        if key == UNDECLARED[0]:
            _, provider, value = UNDECLARED
            return {
                "key": key,
                "name": "Over",
                "group": "Left",
                "declared": False,
                "differs": False,
                "value": text(value),
                "provider": provider,
                "reason": "STATIC",
                "description": "",
                "expired": False,
            }
        found = next((flag for flag in FLAGS if flag[0] == key), None)
        if found is None:
            return None
        key, name, group, kind, default, more = found
        flag = {
            "key": key,
            "name": name,
            "group": group,
            "declared": True,
            "type": kind,
            "default": text(default),
            "value": text(default),
            "provider": None,
            "reason": "DEFAULT",
            "description": "",
            "expired": False,
            "read": True,
            **{
                name: more[name]
                for name in ("description", "owner", "expires", "expired", "read", "feature")
                if name in more
            },
        }
        if "allowed" in more:
            flag["allowed"] = [text(value) for value in more["allowed"]]
        if key in self.served:
            provider, value, reason, variant = self.served[key]
            flag |= {"provider": provider, "value": text(value), "reason": reason, "variant": variant}
        if "error" in more:
            code, message = more["error"]
            flag |= {"reason": "ERROR", "error": {"code": code, "message": message}}
        if key in self.overrides:
            flag |= {
                "provider": "Overrides",
                "value": self.overrides[key],
                "override": self.overrides[key],
                "reason": "OVERRIDE",
                "variant": None,
            }
        flag["differs"] = flag["value"] != flag["default"]
        flag["constant"] = self.constant.get(key)
        return {name: value for name, value in flag.items() if value is not None}

    def flag_detail(self, key):
        flag = self.flag(key)
        if flag is None:
            return None
        more = next((flag[5] for flag in FLAGS if flag[0] == key), {})
        detail = {
            **flag,
            "answers": self.answers(flag),
            "steps": self.steps(flag, "reader-4711"),
            "notes": [{"kind": "expired", "text": EXPIRED}] if flag.get("expired") else [],
            "metadata": {},
            **{name: more[name] for name in ("kind", "parent", "exclusionGroup") if name in more},
        }
        if flag["declared"]:
            detail |= {"kind": more.get("kind", "release"), "file": "App/Flags.swift", "line": 41}
        return detail

    def answers(self, flag):
        key, answers = flag["key"], []
        for provider in self.provider_states:
            answer = {
                "provider": provider,
                "outcome": "none",
                "reason": "DEFAULT",
                "won": flag.get("provider") == provider,
            }
            if provider == "Overrides" and key in self.overrides:
                answer |= {"outcome": "value", "value": self.overrides[key], "reason": "OVERRIDE"}
            elif key in self.served and self.served[key][0] == provider:
                _, value, reason, variant = self.served[key]
                answer |= {"outcome": "value", "value": text(value), "reason": reason}
                if variant:
                    answer["variant"] = variant
            answers.append(answer)
        if flag["declared"]:
            won = "provider" not in flag
            answers.append(
                {"provider": "", "outcome": "value", "value": flag["default"], "reason": "DEFAULT", "won": won}
            )
        return answers

    def steps(self, flag, who):
        return [
            {"text": f"{flag['key']} is on in development", "result": "", "depth": 0},
            {
                "text": "Rule 1: the version is at least 2.4.0",
                "result": "true",
                "path": f"$.flags['{flag['key']}'].targeting.if[0]",
                "depth": 1,
            },
            {"text": f"Share of {who}", "result": "bucket 1,840 of 10,000", "depth": 1},
        ]

    def set_override(self, key, value):
        """Sets an override. Returns the error message of an invalid value."""
        found = next((flag for flag in FLAGS if flag[0] == key), None)
        if value is None:
            self.overrides.pop(key, None)
        elif found and found[3] == "int" and abs(int(value)) > 2**31:
            return "editor.lineWidth takes whole numbers from -2147483648 to 2147483647."
        else:
            self.overrides[key] = value
        self.notify({"topic": "flags"})
        return None

    def explain(self, body):
        flag = self.flag(body["key"])
        attributes = json.loads(body.get("attributes", "{}"))
        if attributes.get("plan") == "free":
            flag |= {"value": flag["default"], "reason": "DEFAULT", "variant": None}
        who = body.get("targetingKey", "nobody")
        return {
            **{
                name: flag.get(name)
                for name in ("value", "reason", "provider", "variant")
                if flag.get(name) is not None
            },
            "answers": self.answers(flag),
            "steps": self.steps(flag, who),
        }

    def differing(self):
        return sum(self.flag(key)["differs"] for key, *_ in FLAGS)
