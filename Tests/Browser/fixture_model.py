"""A made-up run of a program: its performs, logs, stacks and earlier runs, as docs/inspector-api.md describes them."""

import random
import threading
import time

from fixture_access import Access
from fixture_actions import Performing
from fixture_catalogue import ACTIONS, DEEDS, MESSAGES, NAMES
from fixture_features import Features
from fixture_flags import Flags
from fixture_logs import Logs
from fixture_timeline import Timeline

SESSIONS = [(1, "main", True), (2, "window 2", True), (3, "import job", False)]
DISK_FULL = "The disk is full: 182 KB are needed, 40 KB are free."


def now():
    return time.time_ns() // 1000


class Model(Features, Flags, Logs, Performing, Access, Timeline):
    """All state of the fixture. Changes go through methods, which tell the open streams."""

    def __init__(self, performs=2_000, lines=3_000, first=0, minutes=14, seed=1):
        self.random = random.Random(seed)
        self.lock = threading.RLock()
        self.listeners = []
        self.run = "20261121T092712.311Z-4711-9f3c"
        self.started = now() - minutes * 60_000_000
        self.first, self.performs, self.lines = first, [], []
        self.controls = {"App/Preview": True, "App/Sharing": False, "App/FocusMode": True}
        self.logging = {"level": "info", "levels": {"App/Documents": "debug"}, "focus": []}
        self.recording = {"kind": "file", "path": "Documents/timelines"}
        self.selections, self.version = {}, 0
        self.changes, self.input_label = {}, "Name"
        # The queue of messages to a server; a program that doesn't send has none.
        self.outgoing = None
        self.start_flags()
        self.start_edges()
        gap = max(1, (minutes * 60_000_000 - 2_000_000) // max(1, performs))
        at = self.started + 500_000
        while len(self.performs) < performs:
            burst = 5 if 0.48 < len(self.performs) / performs < 0.52 else 1
            at += self.random.randrange(1, 2 * gap) // burst
            self._append(at)
        self.performs = self.performs[:performs]
        # The performs fill the run up to now, however many children the dice added.
        begin, end = self.started + 500_000, now() - 1_000_000
        share = (end - begin) / max(1, at - begin)
        for perform in self.performs:
            perform[0] = begin + int((perform[0] - begin) * share)
        for index in range(lines):
            self._append_line(self.started + index * max(1, minutes * 60_000_000 // max(1, lines)))

    def clock(self):
        return now()

    # Performs: [at, took, outcome, path, action, input, session, user, parent, depth, error]

    def _append(self, at, outcome=None):
        # No deed twice in a row: equal neighbours would be folded.
        before = self.performs[-1][3:5] if self.performs else None
        n = len(self.performs)
        deeds = [deed for deed in DEEDS if list(deed[:2]) != before]
        path, action, given, took = self.random.choice(DEEDS[1:2] if n % 2_703 == 1_200 else deeds)
        took = max(100, int(took * self.random.uniform(0.6, 1.7)))
        if outcome is None:
            share = self.random.random()
            outcome = "failure" if share < 0.0004 or n % 2_703 == 1_200 else "cancelled" if share < 0.004 else "success"
            if action in ("Close", "Leave"):
                outcome = "failure-closing" if share < 0.01 else "closing"
        session = 3 if path == "App/Import" else self.random.choice((1, 1, 1, 2))
        failed = outcome.startswith("failure")
        self.performs.append(
            [
                at,
                None if outcome == "in-flight" else took,
                outcome,
                path,
                action,
                given,
                session,
                session != 3,
                None,
                0,
                DISK_FULL if failed else None,
            ]
        )
        if action == "Save" and outcome != "in-flight":
            child = "cancelled" if failed else "success"
            self.performs.append(
                [at + 900, took - 50, child, path, "Backup", "Q4 plan.md", session, False, n * 2 + 2, 1, None]
            )

    def row(self, n):
        at, took, outcome, path, action, given, session, user, parent, depth, error = self.performs[n]
        change = self.changes.get(n)
        row = {
            "n": n,
            "id": n * 2 + 2,
            "at": at,
            "took": took,
            "outcome": outcome,
            "feature": {"path": path, "name": NAMES.get(path, "")},
            "action": {"identifier": action, "name": ACTIONS.get((path, action), "")},
            "input": given,
            "session": session and self.session(session),
            "source": "application" if user else "http",
            "user": user,
            "parent": parent,
            "depth": depth,
            "error": error,
            "change": change,
        }
        return {key: value for key, value in row.items() if value is not None}

    def session(self, identifier):
        return {"id": identifier, "name": dict((i, name) for i, name, _ in SESSIONS)[identifier]}

    def sessions(self):
        performs = [perform[6] for perform in self.performs]
        return [{**self.session(identifier), "performs": performs.count(identifier)} for identifier, *_ in SESSIONS]

    def perform(self, identifier):
        n = (identifier - 2) // 2
        if identifier % 2 or not self.first <= n < len(self.performs):
            return None
        row = self.row(n)
        chain, parent = [], row.get("parent")
        while parent:
            above = self.row((parent - 2) // 2)
            chain.insert(0, above)
            parent = above.get("parent")
        changes = [self.row(m) for m in self.changes if self.performs[m][8] == identifier]
        children = [
            self.row(m)
            for m in range(n + 1, min(n + 3, len(self.performs)))
            if self.performs[m][8] == identifier and m not in self.changes
        ]
        fields = (
            [{"label": self.input_label, "value": row["input"]}, {"label": "Contents", "hidden": True}]
            if "input" in row
            else []
        )
        levels = ["debug", "warning", "error"] if "error" in row else ["debug", "info"]
        log = (
            [
                {
                    "n": i,
                    "at": row["at"] + i * 1000,
                    "level": level,
                    "message": dict((name, text) for name, text, _ in MESSAGES)[level],
                    "label": "documents.storage",
                }
                for i, level in enumerate(levels)
            ]
            if row["action"]["identifier"] == "Save"
            else []
        )
        detail = {
            **row,
            "fields": fields,
            "cut": False,
            "chain": chain,
            "children": children,
            "changes": changes,
            "flags": self.flags_read_by(row, changes),
            "log": log,
            "stack": {"id": 7, "feature": row["feature"], "opened": row["at"] - 5_000_000},
        }
        if "took" in row:
            detail["ended"] = row["at"] + row["took"]
        if "error" in row:
            detail["error"] = {"message": row["error"], "type": "DocumentError"}
        return detail

    # What tests and the live mode do

    def add(self, count=1, outcome=None):
        """Adds performs that begin now, and tells the streams."""
        with self.lock:
            before = len(self.performs)
            while len(self.performs) < before + count:
                self._append(now(), outcome)
            self.version += 1
            rows = [self.row(n) for n in range(before, len(self.performs))]
            self.notify(self.timeline_news(rows))
            self.notify({"topic": "stacks", "open": 5})

    def repeat(self, count, action="Rename", given="Q4 plan", took=800, error=None, every=120_000):
        """Adds equal performs of the past, ten of which began in a second, and tells the streams."""
        with self.lock:
            begin = now() - count * every
            for n in range(count):
                text = given if isinstance(given, str) else given[n]
                outcome = "failure" if error else "success"
                self.performs.append(
                    [begin + n * every, took, outcome, "App/Documents", action, text, 1, True, None, 0, error]
                )
            self.version += 1
            self.notify(
                self.timeline_news([self.row(n) for n in range(len(self.performs) - count, len(self.performs))])
            )

    def add_change(self, outcome, change, path="", action="", parent=None):
        """Notes a flag that met the user, or a change of a flag or of availability, and tells the streams."""
        with self.lock:
            n = len(self.performs)
            self.changes[n] = change
            session = 1 if parent else None
            self.performs.append(
                [now(), None, outcome, path, action, None, session, False, parent, 1 if parent else 0, None]
            )
            self.version += 1
            self.notify(self.timeline_news([self.row(n)]))
            return n * 2 + 2

    def finish(self, n, outcome="success"):
        """Completes the performs in flight."""
        with self.lock:
            self.performs[n][1:3] = [now() - self.performs[n][0], outcome]
            self.performs[n][10] = DISK_FULL if outcome.startswith("failure") else None
            self.version += 1
            self.notify(self.timeline_news([self.row(n)]))

    def timeline_news(self, rows):
        outcomes = [perform[2] for perform in self.performs[self.first :]]
        news = {
            "topic": "timeline",
            "total": len(self.performs),
            "first": self.first,
            "inFlight": outcomes.count("in-flight"),
            "performs": len(self.performs) - len(self.changes),
            "failures": sum(outcome.startswith("failure") for outcome in outcomes),
        }
        return news if len(rows) > 200 else {**news, "rows": rows}

    def queue(self, waiting=23, dropped=4, fault=None):
        """Has messages wait for a server that doesn't respond. The page follows at its next news."""
        kinds = ("crash", "end", "failure", "request", "segment")
        messages = [
            {
                "name": f"{n:06}",
                "kind": kinds[min(n, 4)],
                "run": self.run,
                "bytes": 18_211 if n == 0 else 900 + n,
                "stored": self.started + n * 1_000_000,
            }
            for n in range(waiting)
        ]
        self.outgoing = {
            "consent": True,
            "waiting": waiting,
            "bytes": sum(message["bytes"] for message in messages),
            # The program lists as many.
            "messages": messages[:20],
            "sent": 1_204,
            "dropped": dropped,
            "answer": "Can’t reach https://flags.example.com: the connection was refused.",
            "answered": now() - 1_000_000,
            "next": now() + 60_000_000,
            **({"fault": fault} if fault else {}),
        }

    def lose(self, first):
        """The oldest performs make room."""
        with self.lock:
            self.first = first
            self.version += 1
            self.notify(self.timeline_news([]))

    def add_lines(self, count=1):
        with self.lock:
            for _ in range(count):
                self._append_line(now())
            self.notify({"topic": "logs", "total": len(self.lines), "first": 0})

    def notify(self, message):
        with self.lock:
            for listener in self.listeners:
                listener.put(message)
