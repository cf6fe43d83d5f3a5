"""The logs page: lines, levels, the focus, and where a line came from."""

import re

import pytest
from conftest import NARROW
from inspector import listening, ready, scroll_to, settle, shown_rows
from program import used_program


@pytest.fixture
def fixture():
    with used_program() as found:
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(listening(new_page, fixture.address("logs")), "logs")


def logged(fixture):
    """The log lines of the run."""
    total = fixture.call("logs?limit=0")["total"]
    parts = [fixture.call(f"logs?offset={offset}&limit=500")["lines"] for offset in range(0, total, 500)]
    return {"total": total, "lines": sum(parts, [])}


def change_focus(page, name):
    """Presses a feature's box, and waits until the page has heard of it too: then the boxes stay as they are."""
    with page.expect_response(lambda response: response.url.endswith("/api/logging")) as heard:
        page.get_by_role("checkbox", name=name, exact=True).click()
    heard.value.finished()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def choose_level(page, label, level):
    """Chooses a level, which the page shows before the program has it, and waits until it has."""
    with page.expect_response("**/api/logging/level"):
        page.get_by_label(label, exact=True).select_option(level)


def come_to_rest(page):
    """Waits until the visible rows are read and no longer move: new gaps move the rows."""
    before = None
    while (rows := shown_rows(page)) != before:
        before = rows
        settle(page)


def levels_in_view(page):
    return set(page.locator(".rows .row .level").all_inner_texts())


def test_the_minimum_level_is_selected_by_segments(page):
    page.get_by_role("button", name="Warning").click()
    page.locator("#facts", has_text="match").wait_for()
    settle(page)
    assert levels_in_view(page) == {"warning", "error"}
    page.get_by_role("button", name="All", exact=True).click()
    page.wait_for_function("() => !document.querySelector('#facts').textContent.includes('match')")
    settle(page)
    assert len(levels_in_view(page)) > 2


def test_the_search_covers_messages(page):
    page.locator("#search").fill("rendered")
    page.locator("#facts", has_text="match").wait_for()
    settle(page)
    assert all("rendered" in row["text"] for row in shown_rows(page))


def test_lines_arrive_live_while_following(page, fixture):
    page.locator("#following").wait_for()
    fixture.add(5)
    page.locator(f".row[aria-rowindex='{logged(fixture)['total']}']:not(.waiting)").wait_for()


def test_arriving_lines_never_move_the_visible_rows(page, fixture):
    scroll_to(page, 0.5)
    before = [(row["index"], row["top"]) for row in shown_rows(page)]
    fixture.add(20)
    page.locator(f"[role=grid][aria-rowcount='{logged(fixture)['total']}']").wait_for()
    settle(page)
    assert [(row["index"], row["top"]) for row in shown_rows(page)] == before


def test_the_focus_applies_immediately_and_shows_how_many_lines_it_hides(page, fixture):
    page.get_by_role("checkbox", name="Search").click()
    page.locator("#hidden", has_text="hidden by focus").wait_for()
    assert fixture.call("logging")["focus"] == ["App/Search"]
    settle(page)
    rows = shown_rows(page)
    assert rows and all("Search" in row["text"] or "error" in row["text"] for row in rows)
    page.locator(".gap", has_text="hidden by focus").first.wait_for()
    page.get_by_role("button", name="Focus: 1 feature").click()
    page.wait_for_function("() => document.querySelector('#hidden').textContent === ''")
    assert fixture.call("logging")["focus"] == ["App/Search"], "looking without the focus does not change it"
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("button", name="Focus: all").wait_for()
    assert fixture.call("logging")["focus"] == []


def test_rows_and_gaps_are_placed_correctly_at_any_scroll_position(page, fixture):
    page.get_by_role("checkbox", name="Document Management").click()
    page.locator("#hidden", has_text="hidden by focus").wait_for()
    for share in (0.2, 0.7, 0.45, 1, 0):
        scroll_to(page, share)
        come_to_rest(page)
        pieces = page.evaluate("""() => [...document.querySelectorAll(".rows-block > *")].map(element => {
            const box = element.getBoundingClientRect(); return [box.top, box.bottom]; })""")
        assert all(abs(below[0] - above[1]) < 0.1 for above, below in zip(pieces, pieces[1:]))
        indices = [row["index"] for row in shown_rows(page)]
        assert indices == list(range(indices[0], indices[0] + len(indices)))
        edge = page.evaluate("""() => { const list = document.querySelector("#scroller").getBoundingClientRect();
            const block = document.querySelector(".rows-block").getBoundingClientRect();
            return [list.top - block.top, block.bottom - list.bottom]; }""")
        assert min(edge) > -1, "rows cover what is in view"


def test_removing_a_feature_from_a_group_in_focus_retains_the_others(page, fixture):
    change_focus(page, "Documents")
    page.locator("#chip-focus[aria-pressed='true']").wait_for()
    # The label shows the new focus before the program has it.
    with page.expect_response("**/api/logging/focus"):
        page.get_by_role("checkbox", name="Preferences").click()
    page.wait_for_function("() => document.querySelector('#focus-label').textContent === 'Focus: 7 features'")
    focus = fixture.call("logging")["focus"]
    assert "App/Preferences" not in focus and "App/Search" in focus
    assert page.get_by_role("checkbox", name="Documents", exact=True).evaluate("box => box.indeterminate")


def test_a_level_is_set_in_a_menu_and_inherited_by_subfeatures(page, fixture):
    choose_level(page, "Level of Import", "trace")
    page.wait_for_function(
        """() => document.querySelector("[aria-label='Level of Archive Import']")
            .selectedOptions[0].text === 'inherited: trace'"""
    )
    assert fixture.call("logging")["levels"]["App/Import"] == "trace"
    choose_level(page, "Level of Import", "")
    page.wait_for_function(
        """() => document.querySelector("[aria-label='Level of Archive Import']")
            .selectedOptions[0].text === 'inherited: info'"""
    )
    assert "App/Import" not in fixture.call("logging")["levels"]


def test_a_failed_change_of_a_level_is_reverted_with_its_reason(new_page, fixture):
    page = ready(new_page(fixture.address("logs"), expects=("500",)), "logs")
    fixture.failing = "logging/level"
    page.get_by_label("Level of Search").select_option("error")
    page.locator(".toast.failure", has_text="Can’t change the level: The disk is full.").wait_for()
    assert page.get_by_label("Level of Search").input_value() == ""


def test_a_focus_set_elsewhere_is_followed(page, fixture):
    fixture.call("logging/focus", paths=["App/Preview"])
    page.locator("#focus-label", has_text="Focus: 1 feature").wait_for()
    assert page.get_by_role("checkbox", name="Preview").is_checked()


def test_a_line_links_to_its_action_and_to_its_other_lines(page):
    page.locator(".row.line:not(.waiting)").nth(3).click()
    page.get_by_role("heading", name="Log line").wait_for()
    page.get_by_role("link", name="Lines of this action").click()
    ready(page, "logs")
    page.get_by_role("button", name="One action only").click()
    page.wait_for_function("() => !location.search.includes('perform')")


def test_a_narrow_page_opens_a_line_or_the_focus_and_returns(new_page, fixture):
    page = ready(new_page(fixture.address("logs"), size=NARROW), "logs")
    page.locator(".row.line:not(.waiting)").last.click()
    page.get_by_role("heading", name="Log line").wait_for()
    assert page.get_by_role("heading", name="Focus and levels").is_hidden()
    page.locator("#back").click()
    page.get_by_role("button", name="Focus and levels").click()
    page.get_by_role("heading", name="Focus and levels").wait_for()
    page.go_back()
    page.locator(".rows").wait_for()
    assert re.search("line=|view=", page.url) is None


def test_a_session_is_selected_kept_in_the_address_and_cleared(page, fixture, new_page):
    page.get_by_role("button", name="Session: any").click()
    page.get_by_role("menuitemradio", name="window 2").click()
    page.locator("#session-label", has_text="Session: window 2").wait_for()
    assert "session=2" in page.url
    window = logged(fixture)["lines"]
    count = sum(line.get("session", {}).get("name") == "window 2" for line in window)
    page.locator("#facts", has_text=f"{count:,} lines match").wait_for()
    other = ready(new_page(fixture.address("logs?session=2")), "logs")
    other.locator("#session-label", has_text="Session: window 2").wait_for()
    other.locator("#facts", has_text=f"{count:,} lines match").wait_for()
    page.get_by_role("button", name="Session: window 2").click()
    page.get_by_role("menuitemradio", name="Any session").click()
    page.locator("#facts", has_text=f"{logged(fixture)['total']:,} lines").wait_for()
    assert "session=" not in page.url


@pytest.mark.parametrize(("format", "suffix"), [("Text", "txt"), ("JSON Lines", "jsonl")])
def test_the_filtered_log_is_saved(new_page, fixture, format, suffix):
    page = ready(new_page(fixture.address("logs?session=2&level=warning")), "logs")
    page.get_by_role("button", name="Export").click()
    wanted = [
        line
        for line in logged(fixture)["lines"]
        if line.get("session", {}).get("name") == "window 2" and line["level"] in ("warning", "error")
    ]
    page.get_by_text(f"{len(wanted):,} lines shown").wait_for()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=format).click()
    assert download.value.suggested_filename == f"{fixture.call('program')['run']}-log.{suffix}"
    lines = download.value.path().read_text().splitlines()
    assert len(lines) == len(wanted) > 1
    assert all("window 2" in line for line in lines)
    page.get_by_text("Log exported.").wait_for()
