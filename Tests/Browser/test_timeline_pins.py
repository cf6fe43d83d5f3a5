"""Several selected rows of the timeline, and pinned ones."""

import re

import pytest
from conftest import SMALL
from inspector import listening, ready, settle, wait_for_rows
from playwright.sync_api import expect
from program import program


@pytest.fixture
def fixture():
    with program() as found:
        found.ids = found.perform_different(300)
        yield found


def open_timeline(new_page, fixture, query="", **options):
    return ready(listening(new_page, fixture.address(f"timeline{query}"), **options), "timeline")


def row(page, index):
    return page.locator(f".row[aria-rowindex='{index}']")


def marked(page):
    return page.locator(".row[aria-selected=true]")


def test_rows_are_selected_with_ctrl_and_shift_and_copied(new_page, fixture):
    page = open_timeline(new_page, fixture, permissions=["clipboard-read", "clipboard-write"])
    row(page, 296).click(modifiers=["Control"])
    row(page, 299).click(modifiers=["Control"])
    expect(marked(page)).to_have_count(2)
    expect(page.locator("#marked-count")).to_have_text("2 rows selected")
    assert "perform=" not in page.url, "Marking opens nothing."
    row(page, 296).click(modifiers=["Control"])
    expect(page.locator("#marked-count")).to_have_text("1 row selected")
    row(page, 295).click(modifiers=["Shift"])
    expect(page.locator("#marked-count")).to_have_text("2 rows selected")
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_text("2 rows copied.").wait_for()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert [re.sub(r"^\S+ | \(.*|:.*", "", line) for line in lines] == [
        "Document Management › Open Document",
        "Document Management › Save Document",
    ]
    page.get_by_role("button", name="Clear selection").click()
    expect(page.locator("#marked")).to_be_hidden()
    expect(page.locator("[role=grid]")).to_be_focused()


def test_rows_are_selected_with_the_keyboard(new_page, fixture):
    page = open_timeline(new_page, fixture)
    expect(page.locator("[role=grid]")).to_have_attribute("aria-multiselectable", "true")
    page.locator("[role=grid]").focus()
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile("perform="))
    for _ in range(3):
        page.keyboard.press("Shift+ArrowUp")
    expect(page.locator("#marked-count")).to_have_text("4 rows selected")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator("#marked-count")).to_have_text("3 rows selected")
    expect(marked(page)).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator("#marked")).to_be_hidden()
    page.keyboard.press("Space")
    expect(page.locator("#marked-count")).to_have_text("1 row selected")
    page.keyboard.press("Enter")
    expect(page.locator("#marked")).to_be_hidden()


def test_pinned_actions_remain_above_every_filter_and_in_the_address(new_page, fixture):
    page = open_timeline(new_page, fixture)
    name = "Save Document"
    row(page, 298).click(modifiers=["Control"])
    page.get_by_role("button", name="Pin", exact=True).click()
    pins = page.get_by_role("list", name="Pinned actions").get_by_role("listitem")
    expect(pins).to_have_count(1)
    expect(pins.get_by_role("link")).to_contain_text(name)
    assert f"pins={fixture.ids[297]}" in page.url
    page.locator("#search").fill("nothing has these words")
    page.get_by_role("heading", name="No actions with").wait_for()
    expect(pins).to_have_count(1)
    page.get_by_role("button", name="Clear filters").click()
    ready(page, "timeline")
    page.locator("[role=grid]").focus()
    page.keyboard.press("Home")
    settle(page)
    pins.get_by_role("link").click()
    expect(page.locator("#selected")).to_have_text(name)
    expect(row(page, 298)).to_have_attribute("aria-selected", "true")

    other = open_timeline(new_page, fixture, f"?pins={fixture.ids[297]},999998", expects=("404",))
    shown = other.get_by_role("list", name="Pinned actions").get_by_role("listitem")
    expect(shown).to_have_count(1)
    expect(other).to_have_url(re.compile(f"pins={fixture.ids[297]}$"))
    other.get_by_role("button", name=re.compile("^Unpin")).click()
    expect(other.locator("#pins")).to_be_hidden()
    assert "pins" not in other.url


def test_a_pinned_action_in_flight_shows_its_outcome(new_page, fixture):
    [pinned] = fixture.perform("Q4 plan.md", holds=True)
    page = open_timeline(new_page, fixture, f"?pins={pinned}")
    page.locator("#pins .mark.in-flight").wait_for()
    fixture.command(releases=True, error="The disk is full.")
    page.locator("#pins .mark.failure").wait_for()
    expect(page.locator("#pins")).to_contain_text("The disk is full")


def test_pins_and_the_selection_fit_a_narrow_page(new_page, fixture):
    page = open_timeline(new_page, fixture, f"?pins={','.join(map(str, fixture.ids[294:297]))}", size=SMALL)
    page.locator("#pins li").nth(2).wait_for()
    page.locator("[role=grid]").focus()
    page.keyboard.press("Space")
    page.locator("#marked-count").wait_for()
    wait_for_rows(page, ".action", ".")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
