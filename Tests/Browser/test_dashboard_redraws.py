"""The state that the dashboard keeps when it draws or reads again: the focus, the rows that are shown, what is sent."""

import re

import pytest
from dashboard_server import dialog, loaded, opened
from held import Held
from insight_calls import Insight
from playwright.sync_api import expect


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    return mara


def test_the_focus_stays_on_a_flags_page_when_it_is_drawn_again(new_page, server, mara):
    mara.create("live-save", "Live Save", parent="fast-save")
    page = opened(new_page, server, server.page("flags/live-save", "development"))
    first = page.locator(".tile .big").first
    expect(first).to_contain_text("Off")
    is_on = False
    # The card of dependencies has a link to the same flag as the facts.
    for focused in (
        page.locator(".tile").nth(1),
        page.get_by_role("region", name="Changes", exact=True).get_by_role("link", name="All"),
        page.get_by_role("region", name="About").get_by_role("link", name="Fast Save"),
        page.get_by_role("button", name="Revert…"),
        page.get_by_role("button", name="Try with a context…"),
    ):
        focused.focus()
        is_on = not is_on
        mara.set("live-save", "development", isOn=is_on)
        expect(first).to_contain_text("On" if is_on else "Off")
        expect(focused).to_be_focused()


def test_earlier_changes_are_added_once_and_stay_after_another_change(new_page, server, mara):
    for number in range(120):
        mara.set("fast-save", "development", reason=f"Number {number}", isOn=number % 2 == 0)
    page = opened(new_page, server, server.page("changes", "development"))
    rows, earlier = page.locator(".change"), page.get_by_role("button", name="Earlier")
    expect(rows).to_have_count(50)
    held = Held(page, r"/changes\?.*before=")
    earlier.click()
    held.wait()
    expect(earlier).to_have_attribute("aria-disabled", "true")
    # A second click while the page is read.
    earlier.dispatch_event("click")
    held.release()
    expect(rows).to_have_count(100)
    expect(earlier).to_be_focused()
    assert len(held.answers) == 1
    mara.set("fast-save", "development", reason="The newest", isOn=True)
    expect(rows.first).to_contain_text("The newest")
    expect(rows).to_have_count(100)
    # Another filter begins with its first page.
    page.get_by_role("searchbox").fill("Number 11")
    expect(rows).to_have_count(11)


def test_a_change_is_sent_only_after_its_own_preview(new_page, server, mara):
    mara.set("fast-save", "development", isOn=True)
    page = Insight().install(opened(new_page, server, server.page("segments", "development")))
    page.goto(server.page("reports/g1?open=switch", "development"))
    asked = dialog(loaded(page))
    go = asked.locator("footer .primary")
    asked.get_by_role("radio", name=re.compile("^Everyone")).check()
    expect(go).to_be_enabled()
    held = Held(page, "/changes/preview$")
    asked.get_by_role("radio", name=re.compile("^3.4.1 and earlier")).check()
    asked.get_by_role("radio", name=re.compile("^Everyone")).check()
    held.wait(2)
    asked.get_by_label("Reason").fill("It crashes")
    expect(go).to_be_disabled()
    # The first response belongs to an audience that is no longer selected.
    held.release(0)
    expect(go).to_be_disabled()
    held.release(1)
    expect(go).to_be_enabled()


def test_a_page_that_has_the_items_receives_none_and_stays_unchanged(new_page, server, mara):
    def is_items(response):
        return response.url.endswith(f"/programs/{server.program}/items")

    def shows(name):
        expect(page.get_by_role("main").get_by_text(name, exact=True).first).to_be_visible()

    page = opened(new_page, server, server.page("flags", "development"))
    shows("Fast Save")
    # Each page reads the items, which are those of the last read.
    for name in ("Segments", "Flags"):
        with page.expect_response(is_items) as answer:
            page.locator(".nav-list a", has_text=name).click()
        assert answer.value.status == 304
        loaded(page)
    shows("Fast Save")
    with page.expect_response(lambda response: is_items(response) and response.status == 200):
        mara.create("live-save", "Live Save")
    shows("Live Save")
    shows("Fast Save")
