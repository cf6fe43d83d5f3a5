"""The fixture's timeline: its filters, its folded rows, and the values that filters can have."""

import json
import re
from collections import Counter

from fixture_catalogue import ACTIONS, NAMES

# What a query may have, without a minus sign and with one.
EXCLUDABLE = ("outcome", "feature", "session", "action", "flag", "source")
FILTERS = ("text", "only", "user", "took", "since", "until", *EXCLUDABLE, *(f"-{name}" for name in EXCLUDABLE))
UNITS = {"ns": 1e-3, "us": 1, "µs": 1, "ms": 1e3, "s": 1e6, "min": 6e7, "h": 3.6e9}
MOST_SPANS = 40


def within(took, comparisons):
    """Whether a duration in microseconds is within bounds such as >100ms,<2s."""
    for comparison in comparisons.split(","):
        sign, equal, number, unit = re.fullmatch(r"([<>])(=?)([\d.]+)(\D+)", comparison).groups()
        bound = float(number) * UNITS[unit]
        if not (took == bound and equal) and not (took > bound if sign == ">" else took < bound):
            return False
    return True


class Timeline:
    """What a model answers about its performs."""

    def select(self, query):
        """The numbers of the performs that match the filters, oldest first; those that are lost are not among them."""
        key = tuple((name, query.get(name)) for name in FILTERS if query.get(name))
        with self.lock:
            if not key:
                return range(self.first, len(self.performs))
            cached = self.selections.get(key)
            if cached and cached[0] == self.version:
                return cached[1]
            found = [n for n in range(self.first, len(self.performs)) if self._matches(n, dict(key))]
            self.selections[key] = (self.version, found)
            return found

    def _matches(self, n, query):
        at, took, outcome, path, action, given, session, user, _, _, error = self.performs[n][:11]
        change = self.changes.get(n)
        if (
            change
            and ("outcome" in query or "user" in query or "took" in query or "source" in query)
            or query.get("only") == ("actions" if change else "changes")
        ):
            return False
        if "user" in query and not user or "took" in query and (took is None or not within(took, query["took"])):
            return False
        if "since" in query and at < int(query["since"]) or "until" in query and at >= int(query["until"]):
            return False
        facts = {
            "outcome": lambda one: outcome == one or outcome == "failure-closing" and one == "failure",
            "session": lambda one: session and one in (str(session), self.session(session)["name"]),
            "feature": lambda one: (
                path == one or path.startswith(one + "/") or one in (*path.split("/"), NAMES.get(path))
            ),
            "action": lambda one: not change and one.lower() in ACTIONS[path, action].lower(),
            "flag": lambda one: change and one.lower() in change.get("flag", "").lower(),
            "source": lambda one: one == ("application" if user else "http"),
        }
        for name, is_met in facts.items():
            if name in query and not any(map(is_met, query[name].split(","))):
                return False
            if f"-{name}" in query and any(map(is_met, query[f"-{name}"].split(","))):
                return False
        named = json.dumps(change, ensure_ascii=False) if change else ACTIONS[path, action]
        words = f"{NAMES.get(path, '')} {named} {given or ''} {error or ''}".lower()
        return query.get("text", "").lower() in words

    def groups(self, query):
        """The matching performs, with equal neighbours together."""
        groups = []
        for n in self.select(query):
            _, took, outcome, path, action, _, session, _, parent, _, error = self.performs[n]
            key = (outcome, path, action, session, parent, error)
            if groups and took is not None and n not in self.changes and groups[-1][0] == key:
                groups[-1][1].append(n)
            else:
                groups.append((None if took is None or n in self.changes else key, [n]))
        # One row would hide one of two, and save no room.
        return [part for _, members in groups for part in ([members] if len(members) > 2 else [[n] for n in members])]

    def rows(self, query):
        """The rows as (perform, members): members are those of a group whose first the perform is."""
        if query.get("fold") != "1":
            return [(n, [n]) for n in self.select(query)]
        opened = {int(n) for n in query.get("open", "").split(",") if n}
        if "find" in query:
            opened.add(int(query["find"]) // 2 - 1)
        rows = []
        for members in self.groups(query):
            rows.append((members[0], members))
            if opened & set(members):
                rows += [(n, [n]) for n in members[1:]]
        return rows

    def timeline(self, query, offset, limit):
        found = self.select(query)
        base = self.first if isinstance(found, range) else 0
        rows = self.rows(query)
        total = base + len(rows)
        start = max(base, total + offset) if offset < 0 else max(base, offset)
        outcomes = [perform[2] for perform in self.performs[self.first :]]
        found_row = {}
        wanted = int(query.get("find", 0)) // 2 - 1
        for position, (n, _) in enumerate(rows):
            if n == wanted:
                group = next(members for members in self.groups(query) if n in members)
                found_row = {"found": {"position": base + position, **({"group": group[0]} if len(group) > 1 else {})}}
        return {
            "first": base,
            "total": total,
            "entries": base + len(found),
            "changes": sum(n in self.changes for n in found),
            "lost": self.first * 2,
            "failures": sum(o.startswith("failure") for o in outcomes),
            "inFlight": outcomes.count("in-flight"),
            "performs": len(self.performs) - len(self.changes),
            "rows": [
                self.folded(*row)
                for row in rows[start - base : max(0, (start if offset < 0 else offset) + limit - base)]
            ],
            **found_row,
        }

    def folded(self, n, members):
        row = self.row(n)
        if len(members) > 1:
            last = self.performs[members[-1]]
            row["repeats"] = {"times": len(members), "last": last[0], "end": last[0] + last[1], "input": last[5]}
            if len(members) <= MOST_SPANS:
                row["repeats"]["spans"] = [self.performs[m][:2] for m in members]
        return row

    def values(self, query):
        name, counts = query["name"], Counter()
        for n in self.select(query):
            _, _, outcome, path, action, _, session, user, *_ = self.performs[n]
            change = self.changes.get(n)
            if name == "flag":
                if change and "flag" in change:
                    counts[change["flag"], None] += 1
            elif change:
                continue
            elif name == "feature":
                parts = path.split("/")
                for depth in range(1, len(parts) + 1):
                    owner = "/".join(parts[:depth])
                    counts[owner, NAMES.get(owner, owner)] += 1
            else:
                value = {
                    "outcome": outcome,
                    "action": ACTIONS[path, action],
                    "session": self.session(session)["name"],
                    "source": "application" if user else "http",
                }[name]
                counts[value, NAMES.get(path) if name == "action" else None] += 1
        return {
            "values": [
                {"value": value, "count": count, **({"label": label} if label else {})}
                for (value, label), count in counts.most_common(200)
            ]
        }

    def overview(self, query, bars):
        found = self.select(query)
        if not found:
            return {"from": self.started, "to": self.clock(), "bars": []}
        begin, end = self.performs[self.first][0], self.clock()
        counts = [[0, 0] for _ in range(bars)]

        def bar(n):
            return counts[min(bars - 1, (self.performs[n][0] - begin) * bars // max(1, end - begin))]

        for n in found:
            bar(n)[0] += 1
            bar(n)[1] += self.performs[n][2].startswith("failure")
        if query.get("fold") == "1":
            for one in counts:
                one.append(0)
            for n, _ in self.rows(query):
                bar(n)[2] += 1
        return {"from": begin, "to": end, "bars": counts}
