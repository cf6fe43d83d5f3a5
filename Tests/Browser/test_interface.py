"""The members of the inspector's answers are those that docs/inspector-api.md names."""

import re

import pytest
from conftest import wait_until
from earlier_runs import earlier_runs
from program import ROOT, used_program

DOCUMENT = (ROOT / "docs/inspector-api.md").read_text(encoding="utf-8")
EXAMPLES = set(re.findall(r'"(\w+)":', DOCUMENT))
# Its members are named by the program.
FREE = {"levels", "metadata", "removed"}
# Members of requests, and of the stream.
SENT = {"crashedRun", "format", "paths", "userInitiatedOnly", "beat", "topic"}
UNREACHED = {"cached", "cause", "exclusionPriority", "fault", "local", "obstacle", "revision"}
# What limits a number is described of an action whose input has such a field.
UNREACHED |= {"maximum", "minimum", "undeclared", "variation"}
# This program names no command that replays: the tests of replays have one.
UNREACHED |= {"replay", "replays", "isDefault", "with", "without"}
UNREACHED |= {"failed", "failedAsRecorded", "replayed", "isPerformed", "isSame"}


@pytest.fixture(scope="module")
def answered():
    """The names of all members of the answers to calls that read."""
    with used_program(performs=400, runs=earlier_runs()) as fixture:
        fixture.override("editor.fade", "0.9")
        [opened] = fixture.perform("Q4 plan.md", action="Open", reads=["editor.toolbar"])
        fixture.perform(*["Q4 plan.md"] * 5, action="Save", outcome="failure", took=800)
        fixture.command(activities=2, flags={"days": 40, "unknown": ["editor.tolbar"]})
        failed = fixture.rows(outcome="failure", action="save")[0]["id"]
        crashed = fixture.call("runs")["runs"][1]["id"]
        paths = f"""program features flags?session=1 flags/sessions?key=editor.toolbar flags/one?key=editor.toolbar
            behaviour behaviour/next?action=App/Documents/%23Open
            behaviour/funnel?steps=App/Documents/%23Open,App/Documents/%23Save
            flags flags/one?key=App/FocusMode flags/one?key=old.storagePage actions routes activities access reports
            timeline timeline?fold=1&offset=-50 timeline?only=changes timeline/overview timeline/values?name=action
            timeline/performs/{opened} timeline/performs/{failed} timeline/sessions stacks logs logging runs
            runs/{crashed}"""
        answers = [fixture.call(path) for path in paths.split()]
        answers.append(fixture.call("routes/explain", url="documents://open/plan.md"))
        answers.append(fixture.call("flags/explain", key="editor.toolbar", targetingKey="reader-1"))
        answers.append(fixture.call("actions/perform", action="App/FocusMode/#LeaveFocus"))
        answers.append(fixture.call("actions/perform", action="App/Search/#Search", input="{}"))
        fixture.command(reports={"waits": True})
        report = f"reports/{fixture.call('reports', format='zip', userInitiatedOnly=False, crashedRun=False)['id']}"
        wait_until(lambda: "step" in fixture.call(report))
        answers.append(fixture.call(report))
        answers.append(fixture.call("flags/overrides", "DELETE"))
        yield set(members(answers))


def members(value):
    inner = value if isinstance(value, list) else []
    if isinstance(value, dict):
        yield from value
        inner = [member for name, member in value.items() if name not in FREE]
    for member in inner:
        yield from members(member)


def test_every_member_of_an_answer_is_documented(answered):
    named = set(re.findall(r'["`](\w+)["`]', DOCUMENT))
    assert answered - EXAMPLES - named == set()


def test_every_documented_member_is_answered_but_for_states_that_this_program_does_not_reach(answered):
    assert EXAMPLES - answered == UNREACHED | SENT
