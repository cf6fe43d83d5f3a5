"""One document for all pages: links, the history, titles, focus and scroll positions, and what ends with a page."""

import re

import pytest
from conftest import NARROW
from earlier_runs import earlier_runs
from held import Held
from inspector import listening, ready, scroll_to, settle, shown_rows
from playwright.sync_api import expect
from program import used_program

PAGES = ["features", "timeline", "stacks", "logs", "flags", "runs", "behaviour", "access", "routes", "activities"]
MARK = "window.document.stillTheSame = true"
SAME = "window.document.stillTheSame === true"
# Counts what is begun and what is ended: timers, listeners on what outlives a page, streams.
COUNTED = """
window.begun = { timers: new Set(), streams: 0, listeners: new Map() };
const every = window.setInterval, stop = window.clearInterval, original = window.fetch;
window.setInterval = (...values) => { const timer = every(...values); begun.timers.add(timer); return timer; };
window.clearInterval = (timer) => { begun.timers.delete(timer); stop(timer); };
window.fetch = (address, options) => {
    if (String(address).endsWith("/api/stream")) begun.streams += 1;
    return original(address, options);
};
const { addEventListener } = EventTarget.prototype;
EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (this === window || this === document || this instanceof MediaQueryList) {
        const key = `${this.constructor.name} ${type}`;
        const change = (by) => begun.listeners.set(key, (begun.listeners.get(key) ?? 0) + by);
        change(1);
        options?.signal?.addEventListener("abort", () => change(-1));
    }
    return addEventListener.call(this, type, listener, options);
};
"""


@pytest.fixture
def fixture():
    with used_program(runs=earlier_runs()) as found:
        found.command(activities=2)
        yield found


def entry(page, name):
    return page.locator(".nav-list").get_by_role("link", name=re.compile(f"^{name}", re.IGNORECASE))


def go(page, name):
    entry(page, name).click()
    return ready(page, name)


@pytest.mark.parametrize(("name", "is_marked"), [("timeline", False), ("routes", True)])
def test_the_menu_more_is_marked_if_it_contains_the_current_page(new_page, fixture, name, is_marked):
    page = ready(new_page(fixture.address(name), size=NARROW), name)
    expect(page.locator("h1")).to_have_text(name.capitalize())
    assert page.locator(".nav-more").evaluate("element => element.matches('[data-current]')") == is_marked


@pytest.mark.parametrize("name", ["timeline", "flags", "logs"])
def test_the_buttons_of_a_page_are_in_its_head(new_page, fixture, name):
    page = ready(listening(new_page, fixture.address(name)), name)
    heading, buttons = page.locator(".page-head h1"), page.locator(".page-head .actions button:not(.only-narrow)")
    expect(buttons.first).to_be_visible()
    expect(page.locator("main > .actions")).to_have_count(0)
    assert abs(heading.bounding_box()["y"] - buttons.first.bounding_box()["y"]) < 40


def test_links_open_other_pages_in_the_same_document(new_page, fixture):
    page = ready(listening(new_page, fixture.address("features")), "features")
    page.evaluate(MARK)
    for name in [*PAGES[1:], PAGES[0]]:
        go(page, name)
        assert page.url == f"{fixture.origin}/{name}"
        expect(page.locator("h1")).to_be_focused()
        expect(page.locator("h1")).to_have_text(name.capitalize())
        expect(page).to_have_title(f"{name.capitalize()}: Documents")
        expect(page.locator(".nav-list [aria-current='page']")).to_have_attribute("href", name)
        assert page.locator("main").count() == 1
    assert page.evaluate(SAME)
    assert [request for request in fixture.requests if "stream" in request] == ["GET /api/stream"]


def test_back_and_forward_restore_the_pages(new_page, fixture):
    page = ready(new_page(fixture.address("features?feature=App/Sharing")), "features")
    page.evaluate(MARK)
    go(page, "timeline")
    page.locator("#search").fill("rename")
    expect(page).to_have_url(re.compile("text=rename$"))
    go(page, "flags")
    page.go_back()
    ready(page, "timeline")
    expect(page.locator("#search")).to_have_value("rename")
    expect(page).to_have_title("Timeline: Documents")
    page.go_back()
    ready(page, "features")
    expect(page.locator("#selected")).to_have_text("Document Sharing")
    page.go_forward()
    page.go_forward()
    ready(page, "flags")
    assert page.url == f"{fixture.origin}/flags"
    assert page.evaluate(SAME)


def test_back_restores_the_scroll_position_and_the_focus(new_page, fixture):
    page = ready(new_page(fixture.address("timeline"), size=(1280, 500)), "timeline")
    scroll_to(page, 0.5)
    page.locator("#search").focus()
    before = [(row["index"], row["top"]) for row in shown_rows(page)]
    page.keyboard.press("Control+k")
    page.keyboard.type("Runs")
    page.get_by_role("option", name="Runs").click()
    ready(page, "runs")
    expect(page.locator("h1")).to_be_focused()
    page.go_back()
    ready(page, "timeline")
    expect(page.locator("#search")).to_be_focused()
    settle(page)
    assert [(row["index"], row["top"]) for row in shown_rows(page)] == before
    expect(page.locator("#newest")).to_be_visible()


def test_back_restores_following_and_the_focus_of_the_link(new_page, fixture):
    page = ready(listening(new_page, fixture.address("timeline")), "timeline")
    page.locator("#following").wait_for()
    page.locator(".row.event:not(.waiting)").last.click()
    link = page.locator("#detail nav a").first
    link.click()
    ready(page, "features")
    fixture.add(3)
    page.go_back()
    ready(page, "timeline")
    page.locator("#following").wait_for()
    page.locator(f".row[aria-rowindex='{fixture.total()}']:not(.waiting)").wait_for()
    expect(page.locator("#detail nav a").first).to_be_focused()


@pytest.mark.parametrize("how", [{"modifiers": ["Control"]}, {"modifiers": ["Shift"]}, {"button": "middle"}])
def test_a_link_for_another_tab_or_window_is_left_to_the_browser(new_page, fixture, how):
    page = ready(new_page(fixture.address("timeline")), "timeline")
    with page.context.expect_page() as opened:
        entry(page, "Logs").click(**how)
    ready(opened.value, "logs")
    assert page.url == f"{fixture.origin}/timeline"
    ready(page, "timeline")


def test_a_link_to_a_part_of_the_page_or_elsewhere_is_left_to_the_browser(new_page, fixture):
    page = ready(new_page(fixture.address("timeline"), expects=("404",)), "timeline")  # A picture has no icon.
    page.evaluate(MARK)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'main' && location.hash === '#main'")
    ready(page, "timeline")
    page.go_back()
    page.wait_for_function("() => location.hash === ''")
    ready(page, "timeline")
    assert page.evaluate(SAME)
    page.evaluate("""() => {
        const link = Object.assign(document.createElement("a"), {href: "kit/icon.svg", textContent: "elsewhere"});
        document.querySelector("#facts").append(link);
        link.click();
    }""")
    page.wait_for_url("**/kit/icon.svg")


def test_timers_streams_and_listeners_end_with_their_page(new_page, fixture):
    page = new_page()
    page.add_init_script(COUNTED)
    page.goto(fixture.address("features"))
    ready(page, "features")
    counts = """() => [begun.timers.size, begun.streams,
        JSON.stringify([...begun.listeners].filter(([, count]) => count).sort())]"""
    before = None
    for _ in range(2):
        for name in [*PAGES[1:], PAGES[0]]:
            go(page, name)
        now = page.evaluate(counts)
        assert before is None or now == before
        before = now
    assert now[1] == 1


def test_reads_are_aborted_with_their_page_and_change_no_other_page(new_page, fixture):
    page, given_up = ready(new_page(fixture.address("features")), "features"), []
    page.on("requestfailed", lambda request: given_up.append(request.url))
    held = Held(page, r"/api/flags$")
    entry(page, "Flags").click()
    held.wait()
    go(page, "runs")
    facts = page.locator("#facts").inner_text()
    assert f"{fixture.origin}/api/flags" in given_up
    held.release()
    assert page.locator("#facts").inner_text() == facts
    assert "abnormal" in facts


def test_a_pending_change_completes_after_its_page_is_left(new_page, fixture):
    page = ready(new_page(fixture.address("features?feature=App/Sharing")), "features")
    fixture.gate.clear()
    page.get_by_role("switch", name="User toggle").click()
    entry(page, "Runs").click()
    fixture.gate.set()
    ready(page, "runs")
    page.locator(".toast", has_text="User toggle switched on.").wait_for()
    assert page.locator("#facts").inner_text().endswith("abnormal")


def test_an_open_dialog_closes_with_its_page(new_page, fixture):
    page = ready(new_page(fixture.address("features")), "features")
    go(page, "runs")
    page.get_by_role("button", name="Erase all runs…").click()
    page.get_by_role("dialog").wait_for()
    page.go_back()
    ready(page, "features")
    assert page.get_by_role("dialog").count() == 0


def test_the_detail_of_a_narrow_page_is_a_step_in_the_history(new_page, fixture):
    page = ready(new_page(fixture.address("features"), size=NARROW), "features")
    go(page, "timeline")
    page.locator(".row.event:not(.waiting)").last.click()
    page.locator("#selected").wait_for()
    go(page, "runs")
    page.go_back()
    page.locator("#selected").wait_for()
    assert "perform=" in page.url
    page.go_back()
    page.locator(".rows").wait_for()
    assert page.url == f"{fixture.origin}/timeline"
    page.go_back()
    ready(page, "features")
