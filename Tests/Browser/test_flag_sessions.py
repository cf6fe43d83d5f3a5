"""Sessions on the flags page: who has which value, by which rule, and which actions read it."""

import json
import re

import pytest
from conftest import overflows, violations
from flags_page import choose, row
from inspector import listening, ready
from playwright.sync_api import expect
from program import program

KEY = "editor.toolbar"
WIDE, CLASSIC = '"wide"', '"classic"'


def read(fixture, session):
    """Performs an action that reads the flag in a session."""
    return fixture.perform("Q4 plan.md", action="Open", session=session, reads=[KEY])


@pytest.fixture
def fixture():
    with program() as found:
        found.command(open={"name": "window 2", "key": "reader-4711", "plan": "premium"})
        found.command(open={"name": "window 3", "key": "reader-0815", "plan": "trial"})
        found.command(open={"name": "closed", "key": "reader-1", "plan": "premium"})
        [found.read] = read(found, "window 3")
        read(found, "closed")
        found.command(close="closed")
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(listening(new_page, fixture.address(f"flags?flag={KEY}")), "flags")


def section(page, title):
    return page.locator(".flag-sessions .section").filter(has=page.get_by_role("heading", name=title))


def test_a_flag_says_that_sessions_differ_and_who_has_which_value_by_which_rule(page, screenshot):
    note = page.locator("#detail .note", has_text="1 of 3 open sessions has another value.")
    expect(note).to_be_visible()
    rows = section(page, "Sessions").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("window 3")
    expect(rows.nth(0)).to_contain_text("reader-0815")
    expect(rows.nth(0)).to_contain_text("none")
    expect(rows.nth(0)).to_contain_text("Variant c")
    expect(rows.nth(0)).to_contain_text("Rule matched")
    expect(rows.nth(0)).to_contain_text("Differs from the program’s value")
    expect(rows.nth(1)).to_contain_text("wide")
    expect(rows.nth(1)).to_contain_text("Not read")
    # The list still shows the program's value, which the note explains.
    expect(row(page, KEY).locator(".value")).to_have_text("wide")
    note.get_by_role("button", name="Show sessions").click()
    expect(page.get_by_role("heading", name="Sessions", exact=True)).to_be_focused()
    screenshot(page, "flag-sessions")
    assert violations(page) == []


def test_a_flag_of_an_experiment_says_who_has_which_arm_and_since_when(page, fixture, screenshot):
    arms = {f"tools/2:{arm}": arm for arm in ("classic", "none")}
    split = {"if": [{"==": [{"var": "plan"}, "trial"]}, "tools/2:none", "tools/2:classic"]}
    flag = {"state": "ENABLED", "variants": arms, "defaultVariant": "tools/2:classic", "targeting": split}
    fixture.command(flags={"definitions": json.dumps({"flags": {KEY: flag}})})
    fixture.command(open={"name": "window 4", "key": "reader-9", "plan": "trial"})
    read(fixture, "window 4")
    page.reload()
    ready(page, "flags")
    note = page.get_by_role("region", name="Experiment")
    expect(note).to_contain_text("Part of the experiment tools, phase 2. The program has the arm classic.")
    expect(note).to_contain_text("2 sessions have the arm none.")
    exposed = section(page, "Sessions").locator("tbody tr", has_text="window 4")
    expect(exposed).to_contain_text("Arm none of the experiment tools, phase 2")
    expect(exposed).to_contain_text(re.compile(r"Exposed at \d\d:\d\d:\d\d"))
    expect(section(page, "Sessions").locator("tbody tr", has_text="window 2")).to_contain_text("Not read")
    screenshot(page, "flag-experiment")
    assert violations(page) == []


def test_a_session_links_to_the_action_that_read_the_flag_and_that_action_to_the_flag(page, fixture):
    reads = section(page, "Last reads").locator("tbody tr")
    expect(reads).to_have_count(2)
    expect(reads.nth(0)).to_contain_text("closed")
    section(page, "Sessions").locator("tbody tr").nth(0).get_by_role("link").click()
    ready(page, "timeline")
    assert f"perform={fixture.read}" in page.url
    flags = page.locator("#detail .section", has_text="Flags read")
    expect(flags.locator("tbody tr")).to_contain_text("none")
    expect(flags.locator("tbody tr")).to_contain_text("New in the session")
    flags.get_by_role("link", name=KEY).click()
    expect(page.locator("#selected")).to_have_text("Toolbar")


def test_the_value_of_a_session_is_explained(new_page, fixture):
    page = ready(new_page(fixture.address(f"flags?flag={KEY}"), expects=("404",)), "flags")
    section(page, "Sessions").get_by_role("button", name="Explain the value of window 3").click()
    expect(page.get_by_role("heading", name="Evaluation in window 3")).to_be_focused()
    expect(page.locator("#detail")).to_contain_text("plan is “trial”")
    page.get_by_role("button", name="Use the program’s context").click()
    expect(page.get_by_role("heading", name="Evaluation: wide")).to_be_visible()
    page.route("**/api/flags/explain", lambda route: (fixture.command(close="window 3"), route.continue_()))
    section(page, "Sessions").get_by_role("button", name="Explain the value of window 3").click()
    expect(page.locator(".toast.failure")).to_be_visible()
    expect(page.get_by_role("heading", name="Evaluation: wide")).to_be_visible()


def test_changes_in_sessions_appear_and_end_with_them(page, fixture):
    fixture.override(KEY, WIDE)
    expect(section(page, "Sessions")).to_contain_text("All 3 open sessions have the program’s value.")
    expect(page.locator("#detail .note", has_text="another value")).to_be_hidden()
    for name in ("window 2", "window 3", "main"):
        fixture.command(close=name)
    expect(section(page, "Sessions")).to_contain_text("No sessions are open.")
    expect(section(page, "Sessions").locator("tbody")).to_have_count(0)


def test_ten_thousand_sessions_are_counted_by_value_searched_and_not_listed(new_page, fixture):
    fixture.command(requests=12_000)
    page = ready(new_page(fixture.address(f"flags?flag={KEY}")), "flags")
    sessions = section(page, "Sessions")
    expect(sessions).to_contain_text(
        "9,000 of 12,003 open sessions have another value. The newest 10,000 were examined."
    )
    expect(sessions.locator("tbody tr")).to_have_count(50)
    expect(sessions).to_contain_text("9,950 more sessions")
    sessions.get_by_role("button", name="wide").click()
    expect(sessions.get_by_role("button", name="wide")).to_have_attribute("aria-pressed", "true")
    expect(sessions.get_by_role("button", name="wide")).to_be_focused()
    expect(sessions).to_contain_text("950 more sessions")
    sessions.get_by_role("searchbox").fill("person-11990")
    expect(sessions.locator("tbody tr")).to_have_count(1)
    sessions.get_by_role("searchbox").fill("nobody")
    expect(sessions).to_contain_text("No session matches.")
    sessions.get_by_role("searchbox").press("Escape")
    expect(sessions.locator("tbody tr")).to_have_count(50)


def test_an_unreadable_list_has_a_reason_and_is_read_again(new_page, fixture):
    fixture.failing = "flags/sessions"
    page = ready(new_page(fixture.address(f"flags?flag={KEY}"), expects=("500",)), "flags")
    expect(section(page, "Sessions")).to_contain_text("Can’t read the sessions: The disk is full.")
    again = section(page, "Sessions").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    fixture.failing = None
    # An event of the program that arrives now has the list read again, and the button removed.
    again.evaluate_all("buttons => buttons.forEach((button) => button.click())")
    expect(section(page, "Sessions").locator("tbody tr")).to_have_count(2)


@pytest.mark.parametrize("size, theme", [((360, 740), "light"), ((1024, 768), "dark"), ((1440, 900), "light")])
def test_hostile_names_are_text_and_fit(new_page, fixture, screenshot, theme, size):
    evil = "<img src=x onerror=alert(1)>" + "w" * 200
    fixture.command(open={"name": evil, "key": evil, "plan": "trial"})
    read(fixture, evil)
    page = new_page(fixture.address(f"flags?flag={KEY}"), size=size, theme=theme)
    expect(section(page, "Sessions").locator("tbody tr").first).to_contain_text("<img")
    assert page.locator("#detail img").count() == 0
    section(page, "Sessions").locator("h3").scroll_into_view_if_needed()
    assert overflows(page) <= 0
    screenshot(page, f"flag-sessions-{theme}-{size[0]}")
    assert violations(page) == []


def test_a_flag_selected_again_has_its_own_sessions(page):
    expect(section(page, "Sessions").locator("tbody tr")).to_have_count(2)
    choose(page, "editor.fade", "Fade")
    expect(section(page, "Sessions")).to_contain_text("All 3 open sessions have the program’s value.")
    expect(section(page, "Last reads")).to_contain_text("No action has read the flag in this run.")
