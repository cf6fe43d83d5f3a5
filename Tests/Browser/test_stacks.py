"""The stacks page: sessions side by side, nested stacks, actions in flight."""

import re

import pytest
from inspector import listening, ready
from program import program


@pytest.fixture
def fixture():
    with program() as found:
        open_stacks(found)
        yield found


def open_stacks(running):
    """Opens three sessions: with two nested stacks, with a closed stack, and with an import in flight."""
    share = {"action": "App/Sharing/#ShareDocument", "inputs": ["Q4 plan.md"], "took": 1_900_000, "outcome": "closing"}
    running.control("App/Sharing", "toggle", True)
    running.command(behind=60_000_000)
    running.perform("Quarterly plan.md", action="Open", took=18_000)
    [running.renamed] = running.perform("Q4 plan", took=6_800, children=[share])
    running.perform("Q4 plan.md, 182 KB", action="Save", outcome="failure", took=412_000)
    running.command(behind=9_000_000)
    running.perform("Notes, 212 files", feature="App/Import", action="ImportFolder", session="import job", holds=True)
    running.perform("Budget.md", action="Open", session="window 2", took=22_000)
    running.perform("Budget.md", action="Close", session="window 2", outcome="closing", every=1_000)
    running.perform("", feature="App/Preferences", action="ShowStorage", took=5_500)
    running.command(follows=True)


def test_sessions_are_columns_with_nested_stacks(new_page, fixture):
    page = ready(new_page(fixture.address("stacks")), "stacks")
    assert page.locator(".column > header h2").all_inner_texts() == ["main", "window 2", "import job"]
    nested = page.locator(".nest > .stack")
    assert nested.locator("h4").all_inner_texts() == ["Document Sharing", "Preferences"]
    assert nested.first.locator(".badge").inner_text() == "Closed"
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
    [window] = [found["id"] for found in fixture.call("stacks")["sessions"] if found["name"] == "window 2"]
    assert page.url.endswith(f"session={window}")
    page.locator("#session-label", has_text="window 2").wait_for()


def test_many_sessions_come_fifty_at_a_time(new_page, fixture):
    for n in range(70):
        fixture.command(open={"name": f"tab {n}"})
    page = ready(new_page(fixture.address("stacks")), "stacks")
    assert page.locator(".column").count() == 50
    page.get_by_role("button", name="Show 23 more of 23 sessions").click()
    page.wait_for_function("() => document.querySelectorAll('.column').length === 73")


def test_actions_in_flight_grow_and_changes_are_read_again(new_page, fixture):
    page = ready(listening(new_page, fixture.address("stacks")), "stacks")
    took = page.locator("[data-since]").first
    before = took.inner_text()
    page.wait_for_function("before => document.querySelector('[data-since]').innerText !== before", arg=before)
    for name in ("main", "window 2", "import job"):
        fixture.command(close=name)
    page.get_by_role("heading", name="No stacks yet").wait_for()


def test_an_entry_links_to_its_perform(new_page, fixture):
    page = ready(new_page(fixture.address("stacks")), "stacks")
    page.get_by_role("link", name="Rename Document").click()
    ready(page, "timeline")
    assert f"perform={fixture.renamed}" in page.url


def bar(page, name):
    """A bar's left end and width on the page; lanes are drawn again every second."""
    return page.evaluate(
        """name => { const { left, width } = [...document.querySelectorAll(".bar")].find(
            bar => bar.textContent === name).getBoundingClientRect(); return [left, width]; }""",
        name,
    )


def test_lanes_zoom_and_scroll_and_return_to_the_present(new_page, fixture):
    page = ready(new_page(fixture.address("stacks")), "stacks")
    title = page.locator("#seconds-title")
    assert title.inner_text() == "The last 30 s"
    page.locator(".bar", has_text="Import").wait_for()
    before = bar(page, "Import")[1]
    page.get_by_role("button", name="Zoom out").click()
    assert title.inner_text() == "The last 1 min"
    assert abs(bar(page, "Import")[1] - before / 2) < before * 0.1, "The scale is half as fine."
    assert page.get_by_role("button", name="Later").is_disabled()
    left = bar(page, "Import")[0]
    page.get_by_role("button", name="Earlier").click()
    assert re.fullmatch(r"\d\d:\d\d:\d\d to \d\d:\d\d:\d\d", title.inner_text())
    assert page.locator(".bar", has_text="Import").count() == 0, "It began later."
    page.get_by_role("button", name="Later").click()
    assert abs(bar(page, "Import")[0] - left) < 20
    page.get_by_role("button", name="Now").click()
    assert title.inner_text() == "The last 30 s"
    assert page.get_by_role("button", name="Earlier").evaluate("button => button === document.activeElement")


def drag_import(page, distance):
    # In one step: lanes are drawn again every second.
    lane = page.evaluate("[...document.querySelectorAll('.lane')].at(-1).getBoundingClientRect().top")
    x, y = bar(page, "Import")[0] + 30, lane + 12
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + distance, y, steps=5)
    page.mouse.up()


def test_lanes_move_by_dragging_and_zoom_with_the_wheel_without_opening_a_stack(new_page, fixture):
    page = ready(new_page(fixture.address("stacks")), "stacks")
    page.locator(".bar", has_text="Import").wait_for()
    # From the first drag on, the lanes no longer move by themselves.
    drag_import(page, 40)
    left = bar(page, "Import")[0]
    drag_import(page, 150)
    assert page.url.endswith("/stacks"), "A drag opens no link."
    assert abs(bar(page, "Import")[0] - left - 150) < 30
    title = page.locator("#seconds-title").inner_text()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function("before => document.querySelector('#seconds-title').textContent !== before", arg=title)


def test_nested_headers_are_as_high_as_others(new_page, fixture):
    page = ready(new_page(fixture.address("stacks")), "stacks")
    heights = page.evaluate(
        "[...document.querySelectorAll('.stack > header')].map(one => one.getBoundingClientRect().height)"
    )
    assert len(heights) == 5 and len(set(heights)) == 1
