"""Modules that need no page: each file below `units` is run in a blank document, which no server has."""

import re
from pathlib import Path

import pytest

UNITS = Path(__file__).parent / "units"
ROOT = Path(__file__).resolve().parents[2]
ORIGIN = "http://units.test/"
FOLDERS = {
    "units": UNITS,
    "parts": UNITS.parent / "kit",
    "kit": ROOT / "Sources/FiresteelWeb/Pages/kit",
    "run": ROOT / "Sources/FiresteelWeb/Pages/run",
    "saved": ROOT / "Sources/FiresteelWeb/Pages/saved",
    "inspector": ROOT / "Sources/FiresteelInspector/Pages/inspector",
    "documents": ROOT / "Examples/Documents/App/Pages",
    "dashboard": ROOT / "Server/Sources/FiresteelServer/Pages/dashboard",
}
# What can be another value later: variables, and what is empty at first.
STATE = re.compile(r"^(?:export )?(?:(?:let|var) .*|const .* = (?:new \w+\(\)|\[\]|\{\});?)$", re.M)
FILES = sorted(file.name for file in UNITS.glob("*.js") if file.name != "check.js")


def serve(route):
    folder, _, path = route.request.url.removeprefix(ORIGIN).partition("/")
    if not path:
        return route.fulfill(content_type="text/html", body="<!doctype html><html lang=en><title>Units</title>")
    route.fulfill(content_type="text/javascript", body=(FOLDERS[folder] / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FILES)
def test_a_module_computes_correctly(new_page, name):
    page = new_page()
    page.route(f"{ORIGIN}**", serve)
    page.goto(ORIGIN)
    result = page.evaluate(
        """async (name) => {
            await import(`/units/${name}`);
            return (await import("/units/check.js")).run();
        }""",
        name,
    )
    assert result["failures"] == []
    assert result["number"] > 0


def test_no_module_of_pages_has_state():
    """State is in what is created for a page; a module is imported once, and stays. Counting identifiers is no state of
    a page, the inspector's own application lasts as long as its document, and the dashboard has two memories by
    program. The code for programs is text."""
    counter, left_out = "kit/dom/dom.js", ("inspector/app.js", "dashboard/connect/code.js")
    found = []
    for folder in ("kit", "run", "saved", "inspector", "documents", "dashboard"):
        for file in sorted(FOLDERS[folder].rglob("*.js")):
            name = f"{folder}/{file.relative_to(FOLDERS[folder])}"
            if name not in left_out:
                found += [f"{name}: {line}" for line in STATE.findall(file.read_text(encoding="utf-8"))]
    assert found == [
        f"{counter}: let made = 0;",
        "dashboard/app/catalogue.js: const known = new Map();",
        "dashboard/flags/flagList.js: const opened = new Map();",
    ]
