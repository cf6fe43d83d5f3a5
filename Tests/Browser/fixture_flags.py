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
        self.unstored, self.stores = set(), True
        # By flag: sessions, as (identifier, name, targeting key, value as JSON, variant), and reads by actions.
        self.session_flags, self.flag_reads, self.open_sessions = {}, {}, 3
        self.served = {key: more["served"] for key, *_, more in FLAGS if "served" in more}
        self.provider_states = {"Overrides": {}, "Server": {"age": 4}, "flags.json": {"keys": 4}}

    def flags(self, session=None):
        flags = [self.flag(key) for key, *_ in FLAGS] + [self.flag(UNDECLARED[0])]
        named = {}
        for flag in flags:
            for identifier, name, _, value, variant in self.session_flags.get(flag["key"], []) if session else []:
                if str(identifier) == session:
                    flag |= {"value": value, "variant": variant, "reason": "TARGETING_MATCH"}
                    named = {"session": {"id": identifier, "name": name}}
        return {
            "environment": "development",
            "flags": flags,
            "context": {"targetingKey": "reader-4711", "attributes": text({"plan": "premium", "words": 120})},
            "overrides": {"provider": "Overrides", "count": len(self.overrides), "stores": self.stores},
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
            **named,
        }

    def flag(self, key):
        if key == UNDECLARED[0]:
            _, provider, value = UNDECLARED
            overridden = (
                {"override": self.overrides[key], "value": self.overrides[key], "reason": "OVERRIDE", "stored": True}
                if key in self.overrides
                else {}
            )
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
                **overridden,
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
                "stored": key not in self.unstored if self.stores else None,
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

    def sessions_of(self, query):
        """The sessions that have a value of a flag, those that differ first, and the last reads."""
        key, text, limit = query.get("key"), query.get("text", "").lower(), int(query.get("limit", 50))
        if key is None:
            found = [(*session, None, None) for session in self.all_sessions() if text in session[1].lower()]
            shown = {"known": 0, "differing": 0, "values": [], "reads": []}
        else:
            program = self.flag(key)["value"]
            known = sorted(self.session_flags.get(key, []), key=lambda session: session[3] == program)
            values = {}
            for session in known:
                values[session[3]] = values.get(session[3], 0) + 1
            found = [
                session
                for session in known
                if text in f"{session[1]} {session[2] or ''}".lower() and query.get("value") in (None, session[3])
            ]
            shown = {
                "known": len(known),
                "differing": sum(session[3] != program for session in known),
                "values": [
                    {"value": value, "sessions": number, "differs": value != program}
                    for value, number in sorted(values.items(), key=lambda item: -item[1])
                ],
                "reads": self.flag_reads.get(key, []),
            }
        opened = max(self.open_sessions, shown["known"])
        return {
            "open": opened,
            "examined": min(opened, 10_000),
            "total": len(found),
            "moreValues": 0,
            **shown,
            "sessions": [self.session_flag(key, *session) for session in found[:limit]],
        }

    def all_sessions(self):
        """The identifiers, names and targeting keys of the sessions."""
        return sorted({session[:3] for sessions in self.session_flags.values() for session in sessions})

    def session_flag(self, key, identifier, name, who, value, variant):
        read = next((read for read in self.flag_reads.get(key, []) if read["session"]["id"] == identifier), None)
        return {
            "session": {"id": identifier, "name": name},
            "own": who is not None,
            "targetingKey": who,
            "value": value,
            "variant": variant,
            "reason": None if value is None else "TARGETING_MATCH",
            "provider": None if value is None else "Server",
            "differs": value is not None and value != self.flag(key)["value"],
            "read": read,
        }

    def add_read(self, key, n, session, value, first=True):
        """Notes that a perform read a flag."""
        row = self.row(n)
        read = {
            "flag": key,
            "at": row["at"],
            "value": value,
            "reason": "SPLIT",
            "provider": "Server",
            "variant": "b",
            "first": first,
            "session": session,
            "perform": row["id"],
            "feature": row["feature"],
            "action": row["action"],
        }
        self.flag_reads.setdefault(key, []).insert(0, read)
        return read

    def flags_read_by(self, row, changes):
        """The flags that a perform read: of the changes during it, and of the noted reads."""
        exposed = [
            {
                "at": change["at"],
                "first": True,
                **{
                    name: part
                    for name, part in change["change"].items()
                    if name in ("flag", "value", "variant", "provider", "reason")
                },
                "session": row.get("session"),
                "perform": row["id"],
                "feature": row["feature"],
                "action": row["action"],
            }
            for change in changes
            if change["outcome"] == "flag-exposed"
        ]
        return exposed + [read for reads in self.flag_reads.values() for read in reads if read["perform"] == row["id"]]

    def set_override(self, key, value, stored=None):
        """Sets an override. Returns the error message of an invalid value."""
        found = next((flag for flag in FLAGS if flag[0] == key), None)
        if value is None:
            self.overrides.pop(key, None)
            self.unstored.discard(key)
        elif found and found[3] == "int" and abs(int(value)) > 2**31:
            return "editor.lineWidth takes whole numbers from -2147483648 to 2147483647."
        else:
            self.overrides[key] = value
            if stored is not None:
                (self.unstored.discard if stored else self.unstored.add)(key)
        self.notify({"topic": "flags"})
        return None

    def explain(self, body):
        flag = self.flag(body["key"])
        attributes = json.loads(body.get("attributes", "{}"))
        if attributes.get("plan") == "free":
            flag |= {"value": flag["default"], "reason": "DEFAULT", "variant": None}
        who = body.get("targetingKey", "nobody")
        if "session" in body:
            sessions = self.session_flags.get(body["key"], [])
            session = next((session for session in sessions if session[0] == body["session"]), None)
            if session is None:
                return None
            flag |= {"value": session[3], "reason": "TARGETING_MATCH", "variant": session[4]}
            who = session[2]
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
