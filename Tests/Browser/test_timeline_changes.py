"""Flags that met the user, and what changed, on the timeline."""

import json
import re

import pytest
from conftest import NARROW, violations
from inspector import listening, ready
from playwright.sync_api import expect
from program import used_program


@pytest.fixture
def fixture():
    with used_program(performs=60) as running:
        [running.opened] = running.perform("Q4 plan.md", action="Open", reads=["editor.toolbar"])
        running.override("App/FocusMode", "false")
        running.gone = running.rows(only="changes")[-1]["id"]
        yield running


@pytest.fixture
def page(new_page, fixture):
    return ready(listening(new_page, fixture.address("timeline")), "timeline")


def row(page, words):
    return page.locator(".rows .row.change", has_text=words)


def test_changes_are_listed_among_the_actions(page, fixture):
    seen, switched, gone = (row(page, words) for words in ("editor.toolbar", "changed to off", "became unavailable"))
    expect(seen).to_contain_text("editor.toolbar is “wide”")
    expect(seen).to_contain_text("variant b, from Server, rule matched")
    expect(seen.locator(".mark")).to_have_text("Flag read")
    expect(switched).to_contain_text("App/FocusMode changed to off")
    expect(switched).to_contain_text("was on, from Overrides, overridden")
    expect(gone.locator(".what")).to_contain_text("Focus Mode")
    expect(gone).to_contain_text("Switched off on this device")
    expect(gone.locator(".mark.unavailable")).to_have_count(1)
    actions = fixture.total() - 3
    expect(page.locator("#facts")).to_contain_text(f"{actions} actions")
    assert violations(page) == []


def test_changes_are_counted_beside_the_actions_that_match(page, fixture):
    page.get_by_role("combobox").fill("feature:App/Documents ")
    wanted = sum(row["feature"]["path"] == "App/Documents" for row in fixture.rows(only="actions"))
    actions = fixture.total() - 3
    expect(page.locator("#facts")).to_have_text(f"{wanted} match, of {actions} actions, and 1 change")


def test_a_new_change_appears_immediately(page, fixture):
    page.evaluate("window.sameDocument = true")
    fixture.override("App/FocusMode", "true")
    expect(row(page, "App/FocusMode changed to on")).to_be_visible()
    assert page.evaluate("window.sameDocument")


def test_a_chip_filters_changes_and_the_other_chips_filter_actions(page, fixture):
    chip = page.get_by_role("button", name="Flags and availability")
    chip.click()
    expect(page.locator("#facts")).to_have_text("3 changes match")
    expect(page.locator(".rows .row:not(.waiting)")).to_have_count(3)
    assert "only=changes" in page.url
    page.get_by_role("button", name="Started by the user").click()
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(row(page, "editor.toolbar")).to_have_count(0)
    page.get_by_role("combobox").fill("toolbar")
    page.get_by_role("button", name="Started by the user").click()
    expect(row(page, "editor.toolbar")).to_have_count(1)


def test_a_change_shows_its_details_and_links_to_its_flag(page, fixture):
    row(page, "editor.toolbar").click()
    detail = page.locator("#detail")
    expect(detail.locator("#selected")).to_have_text("editor.toolbar")
    for words in ("wide", "Server", "Rule matched", "Open Document", "main"):
        expect(detail).to_contain_text(words)
    assert violations(page) == []
    detail.get_by_role("link", name="editor.toolbar").click()
    ready(page, "flags")
    assert "flag=editor.toolbar" in page.url


def test_a_changed_availability_shows_its_reasons_and_links_to_its_feature(new_page, fixture):
    page = ready(new_page(fixture.address(f"timeline?perform={fixture.gone}")), "timeline")
    detail = page.locator("#detail")
    expect(detail.locator("#selected")).to_have_text("Focus Mode")
    expect(detail).to_contain_text("Switched off on this device by the flag App/FocusMode")
    detail.get_by_role("link", name="Focus Mode").click()
    ready(page, "features")
    assert "feature=App%2FFocusMode" in page.url


def name_refused_action(route):
    """Names the action of refused requests, which are those of the feature in this program."""
    answer = route.fetch().json()
    for found in answer.get("rows", [answer]):
        if found["outcome"] == "request-refused":
            found["action"] = {"identifier": "ShareDocument", "name": "Share Document"}
    route.fulfill(json=answer)


def test_an_action_that_was_not_performed_shows_why_and_links_to_its_feature(new_page, fixture):
    fixture.call("actions/perform", action="App/Sharing/#ShareDocument", input='{"document": "Q4 plan.md"}')
    refused = fixture.rows(only="changes")[-1]["id"]
    page = new_page()
    page.route(re.compile(r"/api/timeline(\?|/performs/)"), name_refused_action)
    page.goto(fixture.address(f"timeline?perform={refused}"))
    ready(page, "timeline")
    line = row(page, "was not performed")
    expect(line.locator(".what")).to_contain_text("Document Sharing › Share Document")
    expect(line.locator(".mark.unavailable")).to_have_text("Refused")
    detail = page.locator("#detail")
    expect(detail.locator("#selected")).to_contain_text("Document Sharing › Share Document")
    expect(detail).to_contain_text("Switched off by the user")
    detail.get_by_role("link", name="Document Sharing").click()
    ready(page, "features")
    assert violations(page) == []


def test_an_action_shows_the_flags_it_read_and_the_changes_during_it(new_page, fixture):
    fixture.override("App/FocusMode", "true")
    [opened] = fixture.perform(
        "Q4 plan.md", action="Open", session="window 3", reads=["editor.toolbar"], overrides={"App/FocusMode": "false"}
    )
    page = ready(new_page(fixture.address(f"timeline?perform={opened}")), "timeline")
    detail = page.locator("#detail")
    read = detail.locator(".section", has_text="Flags read")
    expect(read.get_by_role("link", name="editor.toolbar")).to_be_visible()
    expect(read.locator("tbody tr")).to_contain_text("Rule matched")
    expect(detail.locator(".section", has_text="Changes during this action")).to_contain_text(
        "App/FocusMode changed to off"
    )
    assert violations(page) == []


def test_a_narrow_page_shows_changes_in_two_lines(new_page, fixture):
    page = ready(new_page(fixture.address("timeline"), size=NARROW), "timeline")
    expect(row(page, "became unavailable")).to_contain_text("Switched off on this device")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    row(page, "changed to off").click()
    expect(page.locator("#selected")).to_have_text("App/FocusMode")


def test_text_of_a_change_is_never_markup(new_page, fixture):
    evil = "<img src=x onerror=alert(1)>"
    fixture.override("editor.greeting", json.dumps(evil))
    change = fixture.rows(only="changes")[-1]["id"]
    page = ready(new_page(fixture.address(f"timeline?perform={change}")), "timeline")
    expect(page.locator("#detail")).to_contain_text(evil)
    assert page.locator("img").count() == 0
