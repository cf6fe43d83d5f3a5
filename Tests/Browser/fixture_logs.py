"""The part of the fixture's model that answers for logs. A line is kept as
[at, level, message, label, path, action, perform, session]."""

import json

from fixture_catalogue import ACTIONS, MESSAGES, NAMES

LEVELS = ["trace", "debug", "info", "notice", "warning", "error", "critical"]


class Logs:
    """Log lines of a model with `performs`, `lines` and `logging`."""

    def _append_line(self, at):
        level, message, label = self.random.choice(MESSAGES)
        if level in ("warning", "error") and self.random.random() < 0.7:
            level, message, label = MESSAGES[1]
        n = self.random.randrange(self.first, len(self.performs)) if len(self.performs) > self.first else None
        path, action, session = ("App", None, 1) if n is None else (*self.performs[n][3:5], self.performs[n][6])
        self.lines.append([at, level, message, label, path, action, None if n is None else n * 2 + 2, session])

    def log_document(self, query):
        """The lines that match, as the program saves them."""
        lines = self.logs(query, 0, len(self.lines))["lines"]
        if query.get("format") == "jsonl":
            return "".join(json.dumps(line) + "\n" for line in lines)
        return "".join(
            f"{line['at']} {line['level']} {line['session']['name']} | {line['message']}\n" for line in lines
        )

    def logs(self, query, offset, limit):
        lowest, text = LEVELS.index(query.get("level", "trace")), query.get("text", "").lower()
        focus = self.logging["focus"] if query.get("focus") == "1" else []
        found, hidden, since_shown = [], 0, 0
        for n, (_, level, message, _, path, _, perform, session) in enumerate(self.lines):
            if query.get("session") and str(session) != query["session"]:
                continue
            if LEVELS.index(level) < lowest or text not in message.lower():
                continue
            if query.get("perform") and str(perform) != query["perform"]:
                continue
            if query.get("feature") and not within(path, query["feature"].split(",")):
                continue
            if focus and not within(path, focus) and LEVELS.index(level) < LEVELS.index("error"):
                hidden += 1
                since_shown += 1
                continue
            found.append((n, since_shown))
            since_shown = 0
        start = max(0, len(found) + offset) if offset < 0 else offset
        return {
            "first": 0,
            "total": len(found),
            "hidden": hidden,
            "lines": [self.line(n, gap) for n, gap in found[start : start + limit]],
        }

    def line(self, n, hidden=0):
        at, level, message, label, path, action, perform, session = self.lines[n]
        line = {
            "n": n,
            "at": at,
            "level": level,
            "message": message,
            "label": label,
            "feature": {"path": path, "name": NAMES[path]},
            "session": self.session(session),
            "stack": 7,
            "metadata": {"file": "Q4 plan.md"} if level in ("warning", "error") else None,
            "hidden": hidden or None,
            "perform": perform,
            "action": {"identifier": action, "name": ACTIONS[path, action]} if action else None,
        }
        return {key: value for key, value in line.items() if value is not None}


def within(path, groups):
    return any(path == group or path.startswith(group + "/") for group in groups)
