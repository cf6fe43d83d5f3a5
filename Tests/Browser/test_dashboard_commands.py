"""The actions of the dashboard's command menu beyond opening pages, by rights."""

import re

import pytest
from conftest import overflows, violations
from dashboard_server import REFUSED, TOMAS, dialog, opened
from playwright.sync_api import expect


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    return mara


def found(page, text):
    """Opens the menu, types, and returns what it offers."""
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Action, flag, report or page").fill(text)
    return page.get_by_role("option")


def test_the_menu_creates_imports_exports_and_invites(new_page, server, mara):
    page = opened(new_page, server, server.page("changes", "development"))
    for text, command, heading in (
        ("new flag", "New flag…", "New flag"),
        ("new segment", "New segment…", "New segment"),
        ("import", "Import flags…", "Import flags"),
        ("invite", "Invite people…", "Invite a person"),
    ):
        expect(found(page, text).first).to_contain_text(command)
        page.keyboard.press("Enter")
        expect(dialog(page).get_by_role("heading", name=heading)).to_be_visible()
        expect(page).not_to_have_url(re.compile("open="))
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    expect(found(page, "export").first).to_contain_text("Export flags")
    assert violations(page) == []
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == f"{server.program}-flags.json"


def test_the_menu_asks_before_it_switches_a_flag_also_where_nothing_is_protected(new_page, server, mara):
    page = opened(new_page, server, server.page("flags", "development"))
    expect(found(page, "switch on fast").first).to_contain_text("Switch on Fast Save…")
    page.keyboard.press("Enter")
    asked = dialog(page)
    expect(asked.get_by_role("heading", name="Switch on Fast Save in development?")).to_be_visible()
    expect(asked.get_by_label("Reason")).to_be_focused()
    assert mara.items()["targeting", "fast-save", "development"]["value"]["isOn"] is False
    assert violations(page) == [] and overflows(page) == 0
    asked.get_by_label("Reason").fill("To try it")
    asked.get_by_role("button", name="Switch on").click()
    expect(page.locator(".toast").filter(has_text="Fast Save is on in development.")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert mara.items()["targeting", "fast-save", "development"]["value"]["isOn"] is True
    assert mara.program("GET", "changes")["changes"][0]["reason"] == "To try it"
    # The switch of the page itself acts immediately there, as before.
    page.get_by_role("switch").click()
    expect(page.locator(".toast").filter(has_text="Fast Save is off in development.")).to_be_visible()


def test_the_menu_changes_the_theme_and_signs_out(new_page, server, mara):
    page = opened(new_page, server, server.page("flags", "development"), expects=REFUSED)
    expect(found(page, "theme dark")).to_have_text([re.compile("^Theme: Dark")])
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
    # What is current isn't offered.
    expect(found(page, "theme")).to_have_text([re.compile("^Theme: System"), re.compile("^Theme: Light")])
    page.keyboard.press("Escape")
    expect(found(page, "sign out").first).to_contain_text("Sign out")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_the_menu_offers_a_viewer_only_what_viewers_may_do(new_page, server, mara):
    server.invite(mara, "viewer")
    page = opened(new_page, server, server.page("flags", "development"), email=TOMAS)
    expect(found(page, "export")).to_have_count(1)
    for text in ("new flag", "new segment", "import", "invite"):
        page.get_by_role("combobox").fill(text)
        expect(page.get_by_role("heading", name=f"No results for “{text}”")).to_be_visible()
