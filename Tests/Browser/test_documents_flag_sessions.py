"""The flags page of the inspector beside tabs of the demo, which read the editor for their own users."""

import pytest
from demo import demo
from documents import layout, share
from playwright.sync_api import expect


@pytest.fixture
def running(tmp_path):
    with demo(tmp_path) as running:
        yield running


def test_the_flags_page_shows_what_each_open_tab_shows(running, new_page):
    running.edit_flags(lambda flags: share(flags, 50))
    tabs = []
    for _ in range(40):
        page = new_page(running.app)
        tabs.append(layout(page))
        if len(set(tabs)) == 2:
            break
    assert set(tabs) == {"classic", "wide"}
    flags = new_page(running.page("flags?flag=editor"))
    rows = flags.locator(".flag-sessions .section").first.locator("tbody tr")
    for number, found in enumerate(tabs, 1):
        cell = rows.filter(has=flags.get_by_text(f"Tab {number}", exact=True))
        expect(cell.locator(".value")).to_contain_text(found)
        expect(cell).to_contain_text("Rule matched")
    expect(flags.locator("#detail .note", has_text="another value")).to_be_visible()
    running.edit_flags(lambda flags: share(flags, 100))
    for number in range(1, len(tabs) + 1):
        cell = rows.filter(has=flags.get_by_text(f"Tab {number}", exact=True))
        expect(cell.locator(".value")).to_contain_text("wide")
    expect(flags.locator("#detail .note", has_text="another value")).to_be_hidden()
