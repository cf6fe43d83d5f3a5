"""The stacks page: sessions side by side, nested stacks, actions in flight."""

import re

import pytest
from inspector import inspector, listening, ready


@pytest.fixture
def fixture():
    with inspector() as found:
        yield found


def test_sessions_are_columns_with_nested_stacks(new_page, fixture):
    page = ready(new_page(fixture.address("stacks")), "stacks")
    assert page.locator(".column > header h2").all_inner_texts() == ["main", "window 2", "import job"]
    nested = page.locator(".nest > .stack")
    assert nested.locator("h4").inner_text() == "Document Sharing"
    assert nested.locator(".badge").inner_text() == "Closed"
    assert (
        page.locator(".stack", has=page.locator("h3", has_text="Import")).locator(".badge").first.inner_text()
        == "In flight"
    )
    page.locator(".bar.in-flight").wait_for()


def test_the_filter_open_hides_closed_stacks(new_page, fixture):
    page = ready(new_page(fixture.address("stacks")), "stacks")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('.stack.closed').length === 0")
    assert page.locator(".column > header h2").all_inner_texts() == ["main", "import job"]


def test_one_session_can_be_shown_alone(new_page, fixture):
    page = ready(new_page(fixture.address("stacks")), "stacks")
    page.get_by_role("button", name="Session: any").click()
    page.get_by_role("menuitemradio", name=re.compile("window 2")).click()
    page.wait_for_function("() => document.querySelectorAll('.column').length === 1")
    assert "session=2" in page.url
    page.locator("#session-label", has_text="window 2").wait_for()


def test_many_sessions_come_fifty_at_a_time(new_page, fixture):
    fixture.model.quiet_sessions = 70
    page = ready(new_page(fixture.address("stacks")), "stacks")
    assert page.locator(".column").count() == 50
    page.get_by_role("button", name="Show 23 more of 23 sessions").click()
    page.wait_for_function("() => document.querySelectorAll('.column').length === 73")


def test_actions_in_flight_grow_and_changes_are_read_again(new_page, fixture):
    page = ready(listening(new_page, fixture.address("stacks")), "stacks")
    took = page.locator("[data-since]").first
    before = took.inner_text()
    page.wait_for_function("before => document.querySelector('[data-since]').innerText !== before", arg=before)
    fixture.model.no_stacks = True
    fixture.model.notify({"topic": "stacks", "open": 0})
    page.get_by_role("heading", name="No stacks yet").wait_for()


def test_an_entry_links_to_its_perform(new_page, fixture):
    page = ready(new_page(fixture.address("stacks")), "stacks")
    page.get_by_role("link", name="Rename Document").click()
    ready(page, "timeline")
    assert "perform=4" in page.url
