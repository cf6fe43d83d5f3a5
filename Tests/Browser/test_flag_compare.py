"""Comparing flags: defaults, the program, and sessions."""

import json

import pytest
from conftest import overflows, violations
from inspector import ready
from playwright.sync_api import expect
from program import program

KEY = "editor.toolbar"


@pytest.fixture
def fixture():
    with program() as found:
        found.command(open={"name": "window 2", "key": "reader-1", "plan": "premium"})
        found.command(open={"name": "window 3", "key": "reader-2", "plan": "trial"})
        yield found


def compare(page):
    if page.get_by_role("button", name="Compare…").is_visible():
        page.get_by_role("button", name="Compare…").click()
    else:
        page.get_by_role("button", name="Export").click()
        page.get_by_role("menuitem", name="Compare…").click()
    dialog = page.get_by_role("dialog", name="Compare flags")
    expect(dialog.get_by_role("status").filter(has_text="differ")).to_be_visible()
    return dialog


def test_the_program_is_compared_with_the_defaults_and_two_sessions_with_each_other(new_page, fixture):
    page = ready(new_page(fixture.address("flags")), "flags")
    dialog = compare(page)
    expect(dialog.locator("tbody tr")).to_have_count(5)
    toolbar = dialog.locator("tbody tr", has_text=KEY)
    expect(toolbar.locator("td").nth(1)).to_contain_text("classic")
    expect(toolbar.locator("td").nth(2)).to_contain_text("wide")
    dialog.get_by_label("Compare", exact=True).select_option("window 2, reader-1")
    dialog.get_by_label("with", exact=True).select_option("window 3, reader-2")
    expect(dialog).to_contain_text("1 flag differs.")
    expect(dialog.locator("tbody tr")).to_contain_text("none")
    assert violations(page) == []
    dialog.get_by_role("link", name=KEY).click()
    expect(page.locator("#selected")).to_have_text("Toolbar")


def test_equal_sides_and_closed_sessions_say_so(new_page, fixture):
    page = ready(new_page(fixture.address("flags"), expects=("500",)), "flags")
    dialog = compare(page)
    dialog.get_by_label("Compare", exact=True).select_option("This program now")
    expect(dialog).to_contain_text("No flag differs.")
    fixture.failing = "flags?session=3"
    dialog.get_by_label("with", exact=True).select_option("window 3, reader-2")
    expect(dialog.get_by_text("Can’t compare the flags: The disk is full.")).to_be_visible()
    fixture.failing = None
    dialog.get_by_role("button", name="Try again").click()
    expect(dialog).to_contain_text("2 flags differ.")


@pytest.mark.parametrize("size, theme", [((360, 740), "light"), ((1024, 768), "dark"), ((1440, 900), "light")])
def test_the_comparison_fits_with_hostile_names(new_page, fixture, screenshot, theme, size):
    evil = "<img src=x onerror=alert(1)>" + "w" * 200
    fixture.command(open={"name": evil, "key": evil, "plan": "premium"})
    fixture.override("editor.greeting", json.dumps(evil))
    page = new_page(fixture.address("flags"), size=size, theme=theme)
    page.locator(".row.flag").first.wait_for()
    dialog = compare(page)
    dialog.get_by_label("with", exact=True).select_option(index=4)
    expect(dialog.locator("tbody")).to_contain_text("<img")
    assert page.locator("dialog img").count() == 0
    assert overflows(page) <= 0
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    screenshot(page, f"flag-compare-{theme}-{size[0]}")
