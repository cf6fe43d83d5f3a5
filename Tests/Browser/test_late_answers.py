"""Late responses, and events in between: a page shows the current state, and leaves alone what didn't change."""

import re

import pytest
from flags_page import choose, row
from held import SOON, Held
from inspector import listening, ready
from playwright.sync_api import expect
from program import used_program


@pytest.fixture
def fixture():
    with used_program() as found:
        yield found


# Before the stream is there


@pytest.mark.parametrize("name", ["features", "flags", "timeline"])
def test_changes_before_the_stream_connects_are_shown_afterwards(new_page, fixture, name):
    page, streams = new_page(), []
    page.route("**/api/stream", lambda route: streams.append(route), times=1)
    page.goto(fixture.address(name))
    ready(page, name)
    fixture.control("App/Preview", "toggle", False)
    fixture.override("editor.greeting", '"Hello"')
    fixture.add(1, outcome="failure")
    streams[0].continue_()
    shown = {
        "features": page.locator("[data-key='App/Preview'] .mark.unavailable"),
        "flags": row(page, "editor.greeting").locator(".value", has_text="Hello"),
        "timeline": page.locator(f".rows[aria-rowcount='{fixture.total()}']"),
    }
    expect(shown[name]).to_have_count(1)


def test_a_page_is_read_once_if_the_stream_connects_immediately(new_page, fixture):
    page = new_page()
    # The clock is stopped: the stream arrives as early as possible.
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    page.goto(fixture.address("features"))
    ready(page, "features")
    page.clock.run_for(1_000)
    page.locator(".program", has_text="Running").wait_for()
    assert fixture.requests.count("GET /api/features") == 1


# Nothing new


def kept(page, *selectors):
    """Notes the elements that there are, and answers what asks whether they are still there."""
    page.evaluate("selectors => { window.kept = selectors.map(one => document.querySelector(one)); }", list(selectors))
    return lambda: page.evaluate("kept.every(element => element.isConnected)")


def told(page, fixture, topic, call):
    """Tells the page twice to read: the second call begins when the first answer was shown."""
    for _ in range(2):
        with page.expect_response(re.compile(f"/api/{call}$")):
            fixture.notify(topic)


def test_unchanged_features_retain_the_focus_and_input_when_they_are_read_again(new_page, fixture):
    page = ready(listening(new_page, fixture.address("features?feature=App/Sharing")), "features")
    are_kept = kept(page, ".twig", ".detail .switch", "#selected")
    told(page, fixture, "features", "features")
    assert are_kept()
    # Between pressing and letting go.
    name = page.locator(".twig .name", has_text="Focus Mode")
    name.hover()
    page.mouse.down()
    told(page, fixture, "features", "features")
    page.mouse.up()
    expect(page.locator("#selected")).to_have_text("Focus Mode")


def test_changed_counts_of_the_tree_retain_its_items(new_page, fixture):
    page = ready(listening(new_page, fixture.address("features")), "features")
    total = page.locator("[data-key='App'] > .twig .count")
    before = total.inner_text()
    are_kept = kept(page, ".twig", "[data-key='App/FocusMode'] .count")
    fixture.add(1)
    expect(total).not_to_have_text(before)
    assert are_kept()
    number = re.search(r"[\d,]+", total.inner_text())[0]
    assert total.get_attribute("title") == f"Performed {number} times in this run"


def test_a_constraint_can_be_changed_in_a_pane_that_remained_while_features_were_read(new_page, fixture):
    page = ready(listening(new_page, fixture.address("features?feature=App/FocusMode")), "features")
    fixture.control("App/Preview", "toggle", False)
    page.locator("[data-key='App/Preview'] .mark.unavailable").wait_for()
    fixture.gate.clear()
    switch = page.get_by_role("switch", name="User toggle")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    fixture.gate.set()
    page.locator(".detail .badge.unavailable").wait_for()


def test_unchanged_levels_and_focus_retain_their_controls_when_they_are_read_again(new_page, fixture):
    page = ready(listening(new_page, fixture.address("logs")), "logs")
    are_kept = kept(page, "#focus input", "#focus select")
    told(page, fixture, "logging", "logging")
    assert are_kept()


def test_unchanged_routes_retain_their_items_when_they_are_read_again(new_page, fixture):
    page = ready(listening(new_page, fixture.address("routes")), "routes")
    are_kept = kept(page, ".thing")
    told(page, fixture, "features", "routes")
    assert are_kept()


# Requested before a change


def test_a_list_of_flags_requested_before_a_change_is_not_shown_after_it(new_page, fixture):
    page = ready(listening(new_page, fixture.address("flags")), "flags")
    detail = choose(page, "editor.autosave", "Autosave")
    lists, ones = Held(page, "/api/flags$"), Held(page, "/api/flags/one")
    fixture.notify("flags")
    lists.wait()
    detail.get_by_role("switch").first.click()
    value = row(page, "editor.autosave").locator(".value")
    expect(value).to_have_text("false")
    lists.release()
    lists.wait(2)
    expect(value).to_have_text("false")
    assert ones.answers == []


def test_a_flag_requested_before_a_change_is_not_shown_after_it(new_page, fixture):
    page = ready(listening(new_page, fixture.address("flags")), "flags")
    switch = choose(page, "editor.autosave", "Autosave").get_by_role("switch").first
    ones = Held(page, "/api/flags/one")
    fixture.notify("flags")
    ones.wait()
    lists = Held(page, "/api/flags$")
    switch.click()
    expect(row(page, "editor.autosave").locator(".value")).to_have_text("false")
    ones.release()
    expect(switch).to_have_attribute("aria-checked", "false")
    lists.wait()


def test_features_requested_before_a_change_are_not_shown_after_it(new_page, fixture):
    page = ready(listening(new_page, fixture.address("features?feature=App/Sharing")), "features")
    switch = page.get_by_role("switch", name="User toggle")
    held = Held(page, "/api/features$")
    fixture.notify("features")
    held.wait()
    switch.click()
    page.locator(".detail .badge.available").wait_for()
    held.release()
    held.wait(2)
    expect(switch).to_have_attribute("aria-checked", "true")


def test_a_simulated_status_is_not_undone_by_an_earlier_request(new_page, fixture):
    page = ready(listening(new_page, fixture.address("access")), "access")
    held = Held(page, "/api/access$")
    fixture.notify("features")
    held.wait()
    choice = page.get_by_role("combobox", name="Premium: status")
    choice.select_option("granted")
    page.locator(".toast", has_text="Premium simulated as bought.").wait_for()
    held.release()
    held.wait(2)
    expect(choice).to_have_value("granted")


# During a request


def test_testing_a_link_removes_the_result_of_the_previous_one(new_page, fixture):
    page = ready(new_page(fixture.address("routes?url=documents://open/plan.md")), "routes")
    perform = page.get_by_role("button", name="Perform", exact=True)
    perform.wait_for()
    held = Held(page, "/api/routes/explain")
    field = page.get_by_label("Try a link")
    for index, link in enumerate(("documents://open/first.md", "documents://open/second.md")):
        field.fill(link)
        page.keyboard.press("Enter")
        held.wait(index + 1)
        expect(perform).to_have_count(0)
    held.release(1)
    held.release(0)
    expect(page.locator(".tester .pairs")).to_contain_text("second.md")


def test_a_report_whose_dialog_is_closed_before_the_response_is_removed(new_page, fixture):
    page = ready(new_page(fixture.address("runs")), "runs")
    page.get_by_role("button", name="Download report…").click()
    download = page.get_by_role("button", name="Download", exact=True)
    download.wait_for()
    held = Held(page, "/api/reports$")
    download.click()
    held.wait()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    with page.expect_response(lambda response: response.request.method == "DELETE"):
        held.release()
    assert fixture.requests[-1].startswith("DELETE /api/reports/")


def test_a_closed_menu_remains_closed_when_its_items_arrive(new_page, fixture):
    page = ready(new_page(fixture.address("timeline")), "timeline")
    page.get_by_role("button", name=re.compile("^Feature:")).click()
    item = page.get_by_role("menuitemcheckbox", name="Preferences")
    item.wait_for()
    held = Held(page, "/api/features$")
    item.click()
    held.wait()
    page.keyboard.press("Escape")
    expect(item).to_be_hidden()
    held.release()
    expect(item).to_be_hidden()


def test_an_action_that_ends_while_it_is_read_is_shown_as_it_ended(new_page, fixture):
    fixture.add(1, outcome="in-flight")
    last = fixture.rows()[-1]
    page = ready(listening(new_page, fixture.address("timeline")), "timeline")
    held = Held(page, f"/api/timeline/performs/{last['id']}")
    line = page.locator(f".row[aria-rowindex='{last['n'] + 1}']")
    line.click()
    held.wait()
    fixture.command(releases=True)
    line.locator(".mark.success").wait_for()
    held.release()
    held.wait(2)
    held.release(1)
    expect(page.locator(".detail .badge", has_text="Success")).to_be_visible()


def test_escape_cancels_the_selection_of_a_row_that_is_still_loading(new_page, fixture):
    page = ready(listening(new_page, fixture.address("timeline")), "timeline")
    page.locator(".rows").focus()
    held = Held(page, r"/api/timeline\?")
    page.keyboard.press("Home")
    held.wait()
    page.keyboard.press("Escape")
    for index in range(len(held.answers)):
        held.release(index)
    page.locator(".row[aria-rowindex='1']:not(.waiting)").wait_for()
    page.evaluate(SOON)
    assert "perform=" not in page.url


# Toasts


def test_a_toast_remains_while_it_has_the_pointer_or_the_focus(new_page, fixture):
    page = new_page()
    page.clock.install()
    page.goto(fixture.address("features?feature=App/Sharing"))
    ready(page, "features")
    page.get_by_role("switch", name="User toggle").click()
    toast = page.locator(".toast", has_text="User toggle switched on.")
    toast.hover()
    page.clock.run_for(11_000)
    expect(toast).to_be_visible()
    page.mouse.move(0, 0)
    page.get_by_role("button", name="Undo").focus()
    page.clock.run_for(11_000)
    expect(toast).to_be_visible()
    toast.hover()
    page.mouse.move(0, 0)
    page.clock.run_for(11_000)
    expect(toast).to_be_visible()
    page.locator("#search").focus()
    page.clock.run_for(11_000)
    expect(toast).to_have_count(0)
