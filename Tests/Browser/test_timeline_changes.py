"""Flags that met the user, and what changed, on the timeline."""

import pytest
from conftest import NARROW, violations
from inspector import inspector, listening, ready
from playwright.sync_api import expect

SEEN = {
    "flag": "editor.toolbar",
    "value": '"wide"',
    "variant": "b",
    "provider": "Server",
    "reason": "SPLIT",
}
SWITCHED = {"flag": "App/FocusMode", "value": "false", "was": "true", "provider": "Overrides", "reason": "OVERRIDE"}
GONE = {
    "state": "unavailable",
    "was": "available",
    "reasons": ["Switched off on this device by the flag App/FocusMode"],
}


@pytest.fixture
def fixture():
    with inspector(performs=60, lines=20) as running:
        model = running.model
        while model.performs[-1][4] != "Open":
            model.add()
        opened = len(model.performs) * 2
        running.opened = opened
        running.seen = model.add_change("flag-exposed", SEEN, "App/Documents", "Open", opened)
        running.switched = model.add_change("flag-changed", SWITCHED)
        running.gone = model.add_change("availability", GONE, "App/FocusMode")
        yield running


@pytest.fixture
def page(new_page, fixture):
    return ready(listening(new_page, fixture.address("timeline")), "timeline")


def row(page, words):
    return page.locator(".rows .row.change", has_text=words)


def test_changes_are_listed_among_the_actions(page, fixture):
    seen, switched, gone = (row(page, words) for words in ("editor.toolbar", "changed to off", "became unavailable"))
    expect(seen).to_contain_text("editor.toolbar is “wide”")
    expect(seen).to_contain_text("variant b, from Server, rollout")
    expect(seen.locator(".mark")).to_have_text("Flag read")
    expect(switched).to_contain_text("App/FocusMode changed to off")
    expect(switched).to_contain_text("was on, from Overrides, overridden")
    expect(gone.locator(".what")).to_contain_text("Focus Mode")
    expect(gone).to_contain_text("Switched off on this device")
    expect(gone.locator(".mark.unavailable")).to_have_count(1)
    actions = len(fixture.model.performs) - 3
    expect(page.locator("#facts")).to_contain_text(f"{actions} actions")
    assert violations(page) == []


def test_changes_are_counted_beside_the_actions_that_match(page, fixture):
    page.get_by_role("combobox").fill("feature:App/Documents ")
    wanted = len(fixture.model.select({"feature": "App/Documents"})) - 1
    actions = len(fixture.model.performs) - 3
    expect(page.locator("#facts")).to_have_text(f"{wanted} match, of {actions} actions, and 1 change")


def test_a_new_change_appears_immediately(page, fixture):
    page.evaluate("window.sameDocument = true")
    fixture.model.add_change("flag-changed", {**SWITCHED, "value": "true", "was": "false"})
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
    for words in ("wide", "Server", "Rollout", "Open Document", "main"):
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


def test_an_action_that_was_not_performed_shows_why_and_links_to_its_feature(new_page, fixture):
    refused = fixture.model.add_change(
        "request-refused", {"reasons": ["Switched off by the user"]}, "App/Documents", "Open"
    )
    page = ready(new_page(fixture.address(f"timeline?perform={refused}")), "timeline")
    line = row(page, "was not performed")
    expect(line.locator(".what")).to_contain_text("Document Management › Open Document")
    expect(line.locator(".mark.unavailable")).to_have_text("Refused")
    detail = page.locator("#detail")
    expect(detail.locator("#selected")).to_contain_text("Document Management › Open Document")
    expect(detail).to_contain_text("Switched off by the user")
    detail.get_by_role("link", name="Document Management").click()
    ready(page, "features")
    assert violations(page) == []


def test_an_action_shows_the_flags_it_read_and_the_changes_during_it(new_page, fixture):
    fixture.model.add_change("flag-changed", SWITCHED, "App/Documents", "Open", fixture.opened)
    page = ready(new_page(fixture.address(f"timeline?perform={fixture.opened}")), "timeline")
    detail = page.locator("#detail")
    read = detail.locator(".section", has_text="Flags read")
    expect(read.get_by_role("link", name="editor.toolbar")).to_be_visible()
    expect(read.locator("tbody tr")).to_contain_text("Rollout")
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
    identifier = fixture.model.add_change(
        "flag-changed", {**SWITCHED, "flag": evil, "value": f'"{evil}"', "provider": evil}
    )
    page = ready(new_page(fixture.address(f"timeline?perform={identifier}")), "timeline")
    expect(page.locator("#detail")).to_contain_text(evil)
    assert page.locator("img").count() == 0
