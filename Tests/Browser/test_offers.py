"""The inspector's offers work: the command menu in a session, what it can't perform, and performing again."""

import json

import pytest
from conftest import NARROW, overflows, violations
from inspector import ready
from playwright.sync_api import expect
from program import used_program
from test_palette import fill_in, open_palette


@pytest.fixture
def fixture():
    with used_program() as found:
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(new_page(fixture.address("features")), "features")


def group(page, title):
    return page.get_by_role("group", name=title, exact=True)


def test_actions_that_cannot_be_performed_come_last_with_their_reason(page, fixture):
    fixture.command(presents={"obstacles": {"": "No window is open"}})
    open_palette(page)
    titles = page.locator(".palette .group").all_inner_texts()
    assert titles[0] == "Perform" and titles[-1] == "Can’t be performed"
    last = group(page, "Can’t be performed")
    for name, reason in (
        ("Open Document", "No window is open"),
        ("Import Folder", "A FolderReference can't be created externally: it must be Decodable."),
        ("Share Document", "Switched off by the user"),
        ("Write Backup", "Not published"),
    ):
        option = last.get_by_role("option").filter(has_text=name).first
        expect(option.locator(".why")).to_have_text(reason)
        assert option.get_attribute("aria-disabled") == "true"
    assert group(page, "Perform").locator("[aria-disabled=true]").count() == 0
    page.get_by_role("combobox").fill("write backup")
    page.keyboard.press("Enter")
    expect(page.locator(".palette [role=status]")).to_contain_text("can’t be performed: Not published")
    assert fixture.sent == []


def test_an_action_is_performed_in_the_selected_session(new_page, fixture):
    fixture.command(presents={"sessions": ["main", "window 2"], "obstacles": {"window 2": "No document is open"}})
    page = ready(new_page(fixture.address("features"), expects=("404",)), "features")
    form = fill_in(page, "delete document")
    form.get_by_role("textbox", name="Document").fill("a.md")
    page.keyboard.press("Enter")
    form.get_by_text("The disk is full").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("combobox").fill("")
    page.locator(".sessions").get_by_text("window 2").click()
    group(page, "Can’t be performed in window 2").wait_for()
    expect(group(page, "Can’t be performed in window 2").locator(".why").first).to_have_text("No document is open")
    expect(page.get_by_role("radio", name="window 2")).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Escape")
    # The selection outlives the menu.
    form = fill_in(page, "leave focus")
    form.get_by_text("in window 2").wait_for()
    form.get_by_text("Success").wait_for()
    assert [body.get("session") for body in fixture.bodies("actions/perform")] == [None, 2]
    # A closed session is left.
    fixture.command(presents={"sessions": ["main"]})
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    open_palette(page)
    expect(page.get_by_role("radio", name="Any session")).to_be_checked()
    assert overflows(page) == 0


def test_many_sessions_are_in_a_list(new_page, fixture):
    fixture.command(presents={"sessions": [f"Tab {number}" for number in range(1, 31)]})
    page = ready(new_page(fixture.address("features")), "features")
    open_palette(page)
    page.get_by_role("combobox", name="Session").select_option("Tab 29")
    group(page, "Perform in Tab 29").wait_for()


def select(new_page, fixture, identifier):
    """Opens the timeline with the newest perform of an action."""
    newest = max(row["id"] for row in fixture.rows() if row["action"]["identifier"] == identifier)
    page = ready(new_page(fixture.address(f"timeline?perform={newest}")), "timeline")
    page.locator("#selected").wait_for()
    return page


def test_an_event_is_performed_again_with_its_recorded_input(new_page, fixture):
    page = select(new_page, fixture, "Open")
    recorded = page.locator(".detail dd").first.inner_text()
    page.get_by_role("button", name="Perform again…").click()
    form = page.locator("form.perform")
    expect(form.get_by_role("textbox", name="Document")).to_have_value(recorded)
    assert fixture.sent == []
    form.get_by_role("button", name="Perform", exact=True).click()
    form.get_by_text("Success").wait_for()
    assert json.loads(fixture.bodies("actions/perform")[0]["input"]) == {"document": recorded}


def test_an_event_that_cannot_be_performed_again_says_why(new_page, fixture):
    page = select(new_page, fixture, "Backup")
    again = page.get_by_role("button", name="Perform again")
    expect(again).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".again")).to_contain_text("Not published")
    assert violations(page) == []
