"""Reports of programs, in the shapes of the server's calls for pages: a crash, what it has in common, and usage."""

import time

HOUR = 3_600_000
DAY = 24 * HOUR


def now():
    return int(time.time() * 1000)


def group(identifier="g1", **other):
    """A group of reports: the crash that the other figures are about, unless members are given."""
    this = now()
    hours = [0] * 17 + [1, 3, 3, 5, 9, 16, 10]
    found = {
        "id": identifier,
        "title": "Crash during Save Document",
        "kind": "crash",
        "feature": "App/Documents",
        "action": "save",
        "names": {"feature": "Document Management", "action": "Save Document"},
        "error": None,
        "message": "Bad file descriptor",
        "place": "DocumentStore.swift:118",
        "state": "open",
        "resolvedIn": None,
        "ignoredUntil": None,
        "assignee": None,
        "isNew": True,
        "isReopened": False,
        "reports": 47,
        "people": 41,
        "peopleAreEstimated": False,
        "reports24h": 47,
        "people24h": 39,
        "people24hAreEstimated": False,
        "suspect": None,
        "first": this - 6 * HOUR,
        "last": this - 120_000,
        "firstVersion": "3.4.1",
        "lastVersion": "3.4.1",
        "hours": hours,
        "flags": ["fast-save", "delta-upload"],
    }
    return {**found, **other}


def suspect(**other):
    """Returns the suspects of a group as the list and the overview name them."""
    found = {"flag": "fast-save", "variant": "on", "version": None, "ratio": 68.2, "lower": 16.1, "upper": 280.4}
    return {**found, "text": "Sessions with “on” of fast-save are affected 68 times as often.", **other}


def guard_change(action="switchOff", **other):
    """A change that a guard made of Fast Save in development, as the audit has it."""
    plan = {"id": "p", "variant": "on", "rest": "off", "state": "running", "step": 2, "steps": [{"share": 50}]}
    after = {
        "pause": {"isOn": True, "plan": {**plan, "state": "paused"}},
        "stepBack": {"isOn": True, "plan": {**plan, "state": "paused", "step": 1}},
        "switchOff": {"isOn": False, "plan": {**plan, "state": "paused"}},
    }[action]
    found = {
        "number": 9, "time": now() - HOUR, "author": {"id": "", "name": "Guard", "source": "guard"}, "kind": "plan",
        "reason": "Sessions ended abnormally in 8.9 %.", "revisions": {"development": 9}, "isShortened": False,
    }  # fmt: skip
    item = {"kind": "targeting", "name": "fast-save", "environment": "development"}
    return {**found, "differences": [{**item, "before": {"isOn": True, "plan": plan}, "after": after}], **other}


def groups():
    """The groups of the list: new, still happening, reopened, resolved, ignored."""
    quiet = [0] * 20 + [1, 0, 1, 1]
    export = {"feature": "Export", "action": "Export to PDF"}
    opening = {"feature": "Document Management", "action": "Open Document"}
    return [
        group(),
        group(
            "g2",
            title="Export to PDF failed: fontMissing",
            kind="failure",
            feature="App/Export",
            action="export",
            names=export,
            error={"type": "ExportError", "case": "fontMissing"},
            message="Charter is not on this device",
            place="",
            reports=7,
            people=6,
            reports24h=7,
            hours=quiet,
            flags=["delta-upload"],
        ),
        group(
            "g3",
            title="Killed during Open Document",
            kind="killed",
            action="open",
            names=opening,
            message="",
            place="",
            isNew=False,
            reports=28,
            people=19,
            reports24h=21,
            firstVersion="3.3.0",
            first=now() - 9 * DAY,
            hours=[1] * 24,
            flags=[],
            assignee={"id": "someone", "name": "Yuki Arai"},
        ),
        group(
            "g4",
            title="Crash before the first action",
            feature="",
            action="",
            names={"feature": "", "action": ""},
            message="Missing font file at launch",
            place="",
            isNew=False,
            isReopened=True,
            reports=3,
            people=1,
            reports24h=2,
            firstVersion="3.2.0",
            first=now() - 40 * DAY,
            hours=quiet,
            flags=[],
        ),
        group("g5", title="Share Document failed: notAllowed", kind="failure", state="resolved", resolvedIn="3.4.0"),
        group("g6", title="Search failed: timeout", kind="failure", state="ignored", ignoredUntil=67, isNew=False),
    ]


def covers(**other):
    found = {"sessions": 161_400, "people": 18_240, "peopleAreEstimated": True, "lost": 0, "unsent": 0, "dropped": 0}
    return {**found, "from": now() - 7 * DAY, "until": now(), "versions": ["3.4.1", "3.4.0", "3.3.0"], **other}


def shares(*rows):
    names = ["value", "affected", "affectedShare", "all", "allShare"]
    return [dict(zip(names, row)) for row in rows]


def facts(one):
    """The page of a group: what, who, steps."""
    start = now() // HOUR * HOUR
    bars = [{"time": start - (47 - index) * HOUR, "reports": 0} for index in range(24)]
    bars += [{"time": start - (23 - index) * HOUR, "reports": count} for index, count in enumerate(one["hours"])]

    def variant(flag, affected, share, everyone):
        exposed = {"affected": affected, "total": 1180}
        strata = [{"version": "3.4.1", "exposed": exposed, "unexposed": {"affected": 47 - affected, "total": 3540}}]
        row = {"flag": flag, "variant": "on", "affected": affected, "affectedShare": share}
        return {**row, "all": round(4720 * everyone), "allShare": everyone, "strata": strata}

    def step(feature, action, name, title, reports):
        names = {"feature": name, "action": title}
        return {"feature": feature, "action": action, "names": names, "outcome": "success", "reports": reports}

    return {
        "group": one,
        "what": {
            "reports": 47,
            "people": 41,
            "peopleAreEstimated": False,
            "sessions": 47,
            "base": {"subject": "action", "sessions": 4720, "people": 3900},
            "share": 0.00996,
            "bars": bars,
            "unit": HOUR,
            "releases": [{"version": "3.4.1", "first": now() - 7 * HOUR}],
        },
        "who": {
            "versions": shares(("3.4.1", 47, 1.0, 1605, 0.34), ("3.4.0", 0, 0.0, 2407, 0.51)),
            "systems": shares(("iOS 26.1", 44, 0.94, 1935, 0.41), ("iOS 18.2", 2, 0.04, 1794, 0.38)),
            "devices": shares(("phone", 42, 0.89, 2926, 0.62), ("tablet", 5, 0.11, 802, 0.17)),
            "variants": [variant("fast-save", 45, 0.96, 0.25), variant("delta-upload", 29, 0.62, 0.5)],
            "versionStrata": [{"version": "3.4.1", "affected": 47, "total": 4720}],
        },
        "steps": {
            "reports": 47,
            "common": [
                step("App/Documents", "open", "Document Management", "Open Document", 38),
                step("App/Editor", "insertImage", "Editor", "Insert Image", 38),
                {**step("App/Documents", "save", "Document Management", "Save Document", 47), "outcome": "inFlight"},
            ],
            "last": {"outcome": "inFlight", "medianDuration": 38},
        },
        "merged": [{"id": "g9", "title": "Crash during Save a Copy"}],
        "covers": covers(peopleAreEstimated=False),
    }


def event(kind, at, **other):
    return {"kind": kind, "at": at * 1000, **other}


def report(number=1, **other):
    """A report as a program sends it."""
    at = now() - 120_000
    saving = {"perform": 3, "feature": "App/Documents", "feature-name": "Document Management"}
    saving |= {"action": "save", "action-name": "Save Document", "session": 1, "sequence": 3}
    opening = {**saving, "perform": 1, "action": "open", "action-name": "Open Document", "sequence": 1}
    lines = [
        ("debug", "writing in place"),
        ("warning", "descriptor 31 was closed"),
        ("critical", "Bad file descriptor"),
    ]
    logged = [
        event("log", at - 20 + index, severity=level, message=[{"value": text}], perform=3, sequence=10 + index)
        for index, (level, text) in enumerate(lines)
    ]
    found = {
        "format": 1,
        "run": f"run-{number}",
        "number": 1,
        "time": at,
        "kind": "crash",
        "program": {"name": "Documents", "version": "3.4.1", "build": "512"},
        "system": "iOS 26.1",
        "device": "phone",
        "person": "p-7f3a",
        "end": {"kind": "signal", "signal": "SIGABRT"},
        "feature": "App/Documents",
        "action": "save",
        "names": {"feature": "Document Management", "action": "Save Document"},
        "state": "inFlight",
        "fatal": {"message": "Fatal error: Bad file descriptor", "file": "DocumentStore.swift", "line": 118},
        "backtrace": [
            {"function": "DocumentStore.write(_:)", "file": "DocumentStore.swift", "line": 118, "module": "Documents"}
            | {"own": True},
            {"function": "swift_task_switch", "module": "libswift_Concurrency"},
        ],
        "steps": [],
        "flags": [
            {"key": key, "value": "true", "variant": "on", "reason": "SPLIT", "provider": "firesteel"}
            for key in ("fast-save", "delta-upload", "backup-on-save", "live-save", "new-toolbar")
        ],
        "availability": [{"feature": "App/Share", "state": "unavailable", "reasons": ["Needs Premium"]}],
        "catalogue": "sha256:8f3c",
        "timeline": {
            "run": [
                {"kind": "run", "run": f"run-{number}", "program": "Documents", "version": "3.4.1", "end": "signal"},
                event("begin", at - 17_000, **opening, input=[{"value": "Lecture notes.md"}]),
                event("completion", at - 16_969, **opening, outcome="success", took=31_000),
                event("flag-exposed", at - 60, **{**saving, "perform": 0}, flag="fast-save", value="true", variant="on")
                | {"reason": "SPLIT", "provider": "firesteel"},
                event("begin", at - 50, **saving, input=[{"value": "Lecture notes.md"}]),
                *logged,
            ],
            "dropped": 12,
        },
    }
    return {**found, **other}


def suspects():
    def one(flag, exposed, ratio, low, high, verdict):
        counts = {
            "exposed": {"affected": exposed, "total": 1180},
            "unexposed": {"affected": 47 - exposed, "total": 3540},
        }
        found = {"kind": "variant", "flag": flag, "variant": "on", "version": None, **counts, "verdict": verdict}
        figures = {"ratio": ratio, "interval": [low, high], "pValue": 0.1, "adjustedPValue": 0.2, "shortage": ""}
        return {**found, **figures, "isNamed": verdict == "conclusive"}

    few = one("page-size", 1, None, None, None, "noData")
    cells = [(True, True, 43, 484), (True, False, 1, 1451), (False, True, 2, 696), (False, False, 1, 2089)]
    names = ["hasSystem", "hasVariant", "affected", "total"]
    release = {"kind": "release", "version": "3.4.1", "time": now() - 7 * HOUR, "before": HOUR}
    change = {"kind": "change", "number": 41, "time": now() - 8 * HOUR, "before": 2 * HOUR, "author": "Tomás Ortega"}
    return {
        "base": {"subject": "action", "sessions": 4720, "affected": 47},
        "compared": 36,
        "named": 1,
        "errorRate": 0.05,
        "isEnough": True,
        "shortage": "",
        "suspects": [
            one("fast-save", 45, 68.2, 16.1, 280.4, "conclusive"),
            one("delta-upload", 29, 1.6, 1.1, 2.9, "chance"),
            one("live-save", 24, 0.2, 0.1, 0.6, "less"),
            one("backup-on-save", 40, None, 3.1, None, "chance"),
            {**few, "interval": None, "shortage": "5 of 20 sessions that have it."},
        ],
        "combination": {
            **{
                "flag": "fast-save",
                "variant": "on",
                "system": "iOS 26",
                "isOnlyInCombination": True,
                "isEstimated": True,
            },
            "cells": [dict(zip(names, cell)) for cell in cells],
        },
        "before": [release, {**change, "source": "plan", "reason": "Step 2 of 5", "flags": ["fast-save"]}],
        "first": now() - 6 * HOUR,
        "covers": covers(),
    }


def too_few():
    """The comparison where too few sessions are affected."""
    shortage = "3 sessions are affected. At least 5 are needed."
    empty = {"compared": 0, "named": 0, "suspects": [], "combination": None, "before": [], "covers": covers()}
    return {"isEnough": False, "shortage": shortage, **empty}


def effect(verdict="helped"):
    start, after = now() // HOUR * HOUR - 2 * HOUR, 0 if verdict == "helped" else 6
    span = {"from": start, "until": now()}
    return {
        "verdict": verdict,
        "before": {**span, "affected": 43, "sessions": 484, "rate": 0.089},
        "after": {**span, "affected": after, "sessions": 68, "rate": after / 68, "expected": 6.04, "atMost": 0.044},
        "ratio": 0.0,
        "interval": [0, 0.49],
        "reports": [{"time": start + index * 300_000, "reports": (1, 2)[index % 2]} for index in range(24)],
        "unit": 300_000,
        "isExact": True,
        "isEstimated": True,
    }


def overview(worst=None, **other):
    start = now() // HOUR * HOUR
    found = {
        "today": {"sessions": 19_860, "people": 9000, "crashFree": 0.9961, "failedActions": 0.003, "abnormal": 77},
        "usual": {"crashFree": 0.9985, "failedActions": 0.003},
        "sameTimeLastWeek": {"sessions": 17_890},
        "versions": [{"version": "3.4.1", "sessions": 6750, "share": 0.34, "first": now() - 7 * HOUR}],
        "hours": [{"hour": start - (47 - n) * HOUR, "sessions": 800, "abnormal": 3, "reports": 2} for n in range(48)],
        "groups": {"open": 4 if worst else 0, "new": 2 if worst else 0, "reopened": 1 if worst else 0},
        "worst": worst,
        "covers": covers(),
    }
    return {**found, **other}


def behaviour(**other):
    def feature(path, name, people, share, failed, seconds):
        figures = {
            "people": people,
            "peopleShare": share,
            "sessions": people * 3,
            "performs": people * 9,
            "failures": 12,
        }
        return {
            "feature": path,
            "name": name,
            **figures,
            "failureShare": failed,
            "medianDuration": 0.03,
            "time": seconds,
        }

    def action(feature, name, performs):
        return {"feature": feature, "action": name, "performs": performs, "failures": 98, "interruptions": 2} | {
            "p50": 0.031,
            "p95": 1.2,
        }

    day = now() // DAY * DAY
    found = {
        "features": [
            feature("App/Documents", "Document Management", 17_690, 0.97, 0.012, 660),
            feature("App/Editor", "Editor", 16_230, 0.89, 0.001, 540),
            feature("App/Export", "Export", 4110, 0.23, 0.019, 40),
        ],
        "days": [
            {"day": day - (6 - n) * DAY, "sessions": 23_000, "abnormal": 46 + n, "share": 0.0015 + n / 4000}
            for n in range(7)
        ],
        "failures": [
            {"feature": "App/Documents", "action": "save", "error": "StorageError", "count": 98, "performs": 98_000}
            | {"share": 0.001, "interrupted": 0},
            {"feature": "App/Documents", "action": "save", "error": "TimeoutError", "count": 7, "performs": 98_000}
            | {"share": 0.0001, "interrupted": 0, "groups": ["g7"]}
            | {"name": "Save Document", "featureName": "Document Management"},
        ],
        "topGroups": [{"id": "g1", "title": "Crash during Save Document", "reports": 47, "share": 0.003}],
        "refusals": [
            {
                "feature": "App/share-sheet",
                "name": "Share Sheet",
                "reason": "Needs Premium",
                "people": 214,
                "count": 300,
            },
            {"feature": "App/Export", "reason": "Waiting for flags", "people": 9, "count": 9},
        ],
        "actions": [
            action("App/Documents", "saveDocument", 13_880),
            action("App/Documents", "openDocument", 12_000),
            action("App/Export", "export", 2920),
        ],
        "unused": [
            {"feature": "App/Print", "name": "Print Labels", "people": 0, "days": 30},
            {"feature": "App/Batch", "name": "Batch Export", "people": 4, "days": 30},
        ],
        "covers": covers(),
    }
    return {**found, **other}


def untested(**kinds):
    """Nothing that tests of 3.4.1 don't do but some kinds; or without any, the answer before tests were sent."""
    found = {"tests": None, "versions": [], "covers": covers()}
    if kinds:
        empty = dict.fromkeys(["actions", "outcomes", "successions", "variants", "refusals"], [])
        lists = {kind: {"count": len(lines), "first": lines[:100]} for kind, lines in {**empty, **kinds}.items()}
        sent = {"version": "3.4.1", "received": now() - 2 * HOUR}
        found.update(lists, tests=sent, versions=["3.4.1", "3.4.0"])
    return found


NEXT = {
    "from": {"feature": "App/Documents", "action": "saveDocument"},
    "performs": 13_880,
    "next": [
        {"feature": "App/Documents", "action": "closeDocument", "count": 5690, "share": 0.41},
        {"feature": "App/Documents", "action": "saveDocument", "count": 4580, "share": 0.33},
    ],
    "interrupted": {"count": 139, "share": 0.01},
}
IMPACT = {
    "variants": [
        {"variant": "on", "sessions": 16_540, "people": 4560, "versions": [{"version": "3.4.1", "sessions": 6540}]},
    ],
    "used": {"sessions": 16_540, "people": 4560, "peopleAreEstimated": True},
    "inFlight": {"sessions": 212, "isMinimum": False},
    "features": [{"feature": "App/LiveSave", "name": "Live Save", "isDirect": True, "sessions": 312, "people": 300}],
    "flags": ["live-save"],
}


def funnel(text):
    """A funnel of the actions of an address."""
    counts, steps = [4110, 3540, 905], []
    for place, step in enumerate(text.split(",")):
        feature, action = step.rsplit(":", 1)
        lost = 1 - counts[place] / counts[max(0, place - 1)]
        steps.append(
            {"feature": feature, "action": action, "sessions": counts[place], "people": counts[place], "lost": lost}
        )
    return {"steps": steps, "sampled": 2000, "of": 161_400, "isSample": True, "window": "session", "covers": covers()}
