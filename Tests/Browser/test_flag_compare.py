"""Comparing flags: defaults, the program, and sessions."""

import pytest
from conftest import overflows, violations
from inspector import inspector, ready
from playwright.sync_api import expect

KEY = "editor.toolbar"


@pytest.fixture
def fixture():
    with inspector() as found:
        found.model.session_flags[KEY] = [
            (2, "window 2", "reader-1", '"wide"', "b"),
            (3, "window 3", "reader-2", '"none"', "c"),
        ]
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
    expect(dialog).to_contain_text("1 flag differs.")


@pytest.mark.parametrize("size, theme", [((360, 740), "light"), ((1024, 768), "dark"), ((1440, 900), "light")])
def test_the_comparison_fits_with_hostile_names(new_page, fixture, screenshot, theme, size):
    evil = "<img src=x onerror=alert(1)>" + "w" * 200
    fixture.model.session_flags[KEY] = [(2, evil, evil, f'"{evil}"', evil)]
    page = new_page(fixture.address("flags"), size=size, theme=theme)
    page.locator(".row.flag").first.wait_for()
    dialog = compare(page)
    dialog.get_by_label("with", exact=True).select_option(index=2)
    expect(dialog.locator("tbody")).to_contain_text("<img")
    assert page.locator("dialog img").count() == 0
    assert overflows(page) <= 0
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    screenshot(page, f"flag-compare-{theme}-{size[0]}")
