"""The fixture's stacks and earlier runs: a few, written out."""

from fixture_catalogue import ACTIONS, NAMES
from fixture_model import now

SECOND, MINUTE = 1_000_000, 60_000_000


def feature(path):
    return {"path": path, "name": NAMES[path]}


def action(path, identifier):
    return {"identifier": identifier, "name": ACTIONS[path, identifier]}


def entry(perform, path, identifier, at, took, outcome, given=None):
    found = {"perform": perform, "action": action(path, identifier), "at": at, "outcome": outcome}
    if took is not None:
        found["took"] = took
    if given:
        found["input"] = given
    return found


def stacks(model, session=None, limit=50):
    """Three sessions with nested stacks, and the configured number of quiet ones."""
    at = model.started + 12 * MINUTE
    docs, pre, share, imp = "App/Documents", "App/Preferences", "App/Sharing", "App/Import"
    sharing = {
        "id": 8,
        "feature": feature(share),
        "opened": at + 11 * SECOND,
        "closed": at + 13 * SECOND,
        "dropped": 0,
        "entries": [entry(12, share, "Share", at + 11 * SECOND, 1_900_000, "cancelled", "Q4 plan.md")],
    }
    main = {
        "id": 7,
        "feature": feature(docs),
        "opened": at,
        "dropped": 3,
        "entries": [
            entry(2, docs, "Open", at, 18_000, "success", "Quarterly plan.md"),
            entry(4, docs, "Rename", at + 9 * SECOND, 6_800, "success", "Q4 plan"),
            {"stack": sharing},
            entry(6, docs, "Save", at + 16 * SECOND, 412_000, "failure", "Q4 plan.md, 182 KB"),
            entry(8, docs, "Save", at + 20 * SECOND, 44_000, "success", "Q4 plan.md, 182 KB"),
        ],
    }
    prefs = {
        "id": 9,
        "feature": feature(pre),
        "opened": at + 24 * SECOND,
        "dropped": 0,
        "entries": [entry(14, pre, "Storage", at + 24 * SECOND, 5_500, "success")],
    }
    closed = {
        "id": 10,
        "feature": feature(docs),
        "opened": at + 13 * SECOND,
        "closed": now() - 9 * SECOND,
        "dropped": 0,
        "entries": [
            entry(16, docs, "Open", at + 13 * SECOND, 22_000, "success", "Budget.md"),
            entry(18, docs, "Close", at + 15 * SECOND, 3_200, "closing", "Budget.md"),
        ],
    }
    job = {
        "id": 11,
        "feature": feature(imp),
        "opened": now() - 9 * SECOND,
        "dropped": 0,
        "entries": [
            entry(20, imp, "Folder", now() - 9 * SECOND, None, "in-flight", "Notes, 212 files"),
            entry(22, imp, "File", now() - 8 * SECOND, 4_000, "success", "Ideas.md"),
        ],
    }
    sessions = [
        {"id": 1, "name": "main", "opened": at, "user": True, "performs": 812, "stacks": [main, prefs]},
        {"id": 2, "name": "window 2", "opened": at, "user": True, "performs": 96, "stacks": [closed]},
        {"id": 3, "name": "import job", "opened": at, "user": False, "performs": 214, "stacks": [job]},
    ] + [
        {"id": 10 + i, "name": f"tab {i}", "opened": at, "user": True, "performs": i, "stacks": []}
        for i in range(getattr(model, "quiet_sessions", 0))
    ]
    if getattr(model, "no_stacks", False):
        sessions = []
    chosen = [s for s in sessions if session in (None, "", str(s["id"]))]
    return {"total": len(chosen), "sessions": chosen[:limit]}


def crash():
    frames = [
        ("_assertionFailure(_:_:file:line:flags:)", "libswiftCore.so", None, True),
        ("FolderReader.headline(of:)", "documents", ("/src/Documents/FolderReader.swift", 87), False),
        ("ImportFolder.perform(_:presenter:)", "documents", ("/src/Documents/ImportFolder.swift", 34), False),
        ("swift_job_run", "libswift_Concurrency.so", None, True),
        ("_dispatch_worker_thread", "libdispatch.so", None, True),
    ]
    return {
        "message": "Documents/FolderReader.swift:87: Fatal error: Index out of range",
        "backtrace": {
            "reason": "Illegal instruction at 0x00007f5ae3cf9361",
            "thread": '3 "import"',
            "frames": [
                {
                    "number": number,
                    "symbol": symbol,
                    "image": image,
                    "system": system,
                    **({"file": place[0], "line": place[1]} if place else {}),
                }
                for number, (symbol, image, place, system) in enumerate(frames)
            ],
            "cut": False,
        },
    }


# What the flags were at the end of a crashed run.
FLAGS_IN_EFFECT = [
    {
        "flag": "import.parallel",
        "value": "8",
        "provider": "overrides",
        "reason": "OVERRIDE",
        "others": ["4"],
    },
    {"flag": "editor.autosave", "value": "true", "reason": "DEFAULT", "others": []},
    {
        "flag": "sharing.<b>layout</b>",
        "value": '"grid"',
        "variant": "wide",
        "provider": "flags.json",
        "reason": "TARGETING_MATCH",
        "others": [],
    },
]


class Runs:
    """The runs that are kept."""

    def __init__(self, model):
        self.model = model
        self.removed = set()
        self.crash = crash()
        self.empty = False
        self.base = [
            ("20261121T091240.120Z-4642-11ab", "signal", 26 * MINUTE, 11 * MINUTE + 2 * SECOND, 8_412),
            ("20261121T073100.000Z-4100-aa01", "orderly", 130 * MINUTE, 100 * MINUTE, 61_008),
            ("20261120T180400.000Z-3301-bb02", "orderly", 24 * 60 * MINUTE, 22 * MINUTE, 9_377),
            ("20261120T154600.000Z-3207-cc03", "died", 27 * 60 * MINUTE, 3 * MINUTE, 612),
            ("20261120T112000.000Z-3000-dd04", "restarted", 30 * 60 * MINUTE, 48 * MINUTE, 30_551),
            ("20261119T090200.000Z-2000-ee05", "unreadable", 50 * 60 * MINUTE, None, 0),
        ]

    def _facts(self, identifier, how, ago, lasted, performs, current=False):
        started = now() - ago
        run = {
            "id": identifier,
            "current": current,
            "started": started,
            "how": how,
            "program": "Documents",
            "version": "1.0",
            "build": "1",
            "host": "Linux 6.1, x86_64",
            "pid": 4642,
            "performs": performs,
            "failures": 2,
            "inFlight": [],
            "bytes": 8_388_608,
        }
        if lasted is not None:
            run.update(lasted=lasted, ended=started + lasted)
        if how == "signal":
            run["signal"] = {"number": 11, "name": "SIGSEGV", "words": "Segmentation fault"}
        if how == "unreadable":
            run["problem"] = "The file ends in its header: 40 of 4,096 bytes are there."
        if how in ("signal", "died"):
            run["inFlight"] = [self._flight(started + lasted)]
        return run

    def _flight(self, end):
        return {
            "n": 8411,
            "id": 16824,
            "at": end - 2_310_000,
            "outcome": "in-flight",
            "feature": feature("App/Import"),
            "action": action("App/Import", "Folder"),
            "input": "Annual reports, 212 files",
            "user": False,
            "session": {"id": 3, "name": "import job"},
            "source": "application",
            "parent": 16820,
            "depth": 1,
        }

    def list(self):
        if self.empty:
            return {"runs": []}
        current = self._facts(
            self.model.run, "running", now() - self.model.started, None, len(self.model.performs), True
        )
        runs = [current] + [self._facts(*facts) for facts in self.base if facts[0] not in self.removed]
        return {
            "folder": "Documents/timelines",
            "retention": {"runs": 10, "bytes": 268_435_456, "days": 14},
            "runs": runs,
        }

    def detail(self, identifier):
        found = next((run for run in self.list()["runs"] if run["id"] == identifier), None)
        if found is None:
            return None
        end = found.get("ended", now())
        docs = "App/Documents"
        names = [
            (1, "Open", 11_500_000, 240_000),
            (2, "Save", 8_300_000, 44_000),
            (3, "Rename", 5_800_000, 2_000),
            (4, "Save", 3_300_000, 31_000),
        ]
        last = [
            {
                "n": 8400 + i,
                "id": 16800 + 2 * i,
                "at": end - ago,
                "took": took,
                "outcome": "success",
                "feature": feature(docs),
                "action": action(docs, what),
                "input": "Annual report.md",
                "depth": 0,
                "user": True,
                "session": {"id": 1, "name": "main"},
                "source": "application",
            }
            for i, what, ago, took in names
        ]
        flights = found["inFlight"]
        line = {
            "n": 1,
            "at": end - 300_000,
            "level": "info",
            "message": "read file 131 of 212",
            "label": "documents.import",
        }
        if found["how"] == "unreadable":
            last = []
        bars = [
            {
                "id": row["id"],
                "from": row["at"],
                "to": row["at"] + row["took"],
                "outcome": row["outcome"],
                "name": row["action"]["name"],
            }
            for row in last
        ]
        lanes = [{"session": {"id": 1, "name": "main"}, "bars": bars}] if bars else []
        if flights:
            lanes.append(
                {
                    "session": {"id": 3, "name": "import job"},
                    "bars": [
                        {
                            "id": row["id"],
                            "from": row["at"],
                            "to": end,
                            "outcome": "in-flight",
                            "name": row["action"]["name"],
                        }
                        for row in flights
                    ],
                }
            )
        return {
            **found,
            "flights": [
                {
                    "row": row,
                    "fields": [{"label": "Folder", "value": "Annual reports"}, {"label": "Password", "hidden": True}],
                    "lasted": 2_310_000,
                    "cause": last[-1],
                    "line": line,
                }
                for row in flights
            ],
            "steps": [
                {"row": row, "times": 4_937 if row["action"]["name"] == "Rename Document" else 1, "first": row["at"]}
                for row in reversed(last + flights)
            ],
            "crash": self.crash if found["how"] == "signal" else None,
            "log": [
                dict(line, level=level, message=message)
                for level, message in (
                    ("info", "importing Annual reports, 212 files"),
                    ("debug", "read file 130 of 212"),
                    ("info", "read file 131 of 212"),
                )
            ]
            if last
            else [],
            "lost": 0,
            "torn": 1 if flights else 0,
            "damaged": 34 if flights else 0,
            "damagedNames": 1 if flights else 0,
            "lanes": {"from": end - 12_000_000, "to": end, "lanes": lanes},
            "flags": FLAGS_IN_EFFECT if flights else [],
        }
