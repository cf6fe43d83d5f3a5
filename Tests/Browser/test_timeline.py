"""The timeline page against made-up data: rows, filters, details, and what comes live."""

import random
import re
from urllib.parse import parse_qsl, urlencode

import pytest
from conftest import NARROW, violations
from earlier_runs import earlier_runs
from inspector import listening, ready, scroll_to, settle, shown_rows, wait_for_rows
from playwright.sync_api import expect
from program import used_program


@pytest.fixture
def fixture():
    with used_program(runs=earlier_runs()) as found:
        yield found


def expected(fixture, index):
    [row] = fixture.call(f"timeline?offset={index - 1}&limit=1")["rows"]
    return row["action"]["name"]


def names(fixture):
    """The names of the performed actions, by their numbers from 1."""
    return {row["n"] + 1: row["action"]["name"] for row in fixture.rows()}


def open_timeline(new_page, fixture, query="", **options):
    return ready(listening(new_page, fixture.address(f"timeline{query}"), **options), "timeline")


def test_the_token_leaves_the_address_immediately_and_remains_in_the_tab(new_page, fixture):
    page = open_timeline(new_page, fixture)
    assert page.url == f"{fixture.origin}/timeline"
    assert page.evaluate("sessionStorage.length") == 1
    page.get_by_role("link", name="Stacks").click()
    page.locator(".stack").first.wait_for()
    assert fixture.token not in page.url


def test_a_list_of_100_000_performs_shows_the_correct_rows_at_any_scroll_position(new_page):
    with used_program(performs=100_000, runSize=64 << 20) as fixture:
        page = open_timeline(new_page, fixture)
        dice, wanted = random.Random(7), names(fixture)
        for share in [0, 1, *(dice.random() for _ in range(12))]:
            scroll_to(page, share)
            rows = shown_rows(page)
            indices = [row["index"] for row in rows]
            assert indices == list(range(indices[0], indices[0] + len(rows))), (
                "rows follow one another without gaps or doubles"
            )
            assert [row["action"] for row in rows] == [wanted[index] for index in indices]
            tops = [row["top"] for row in rows]
            assert all(abs(below - above - 28) < 0.1 for above, below in zip(tops, tops[1:]))
            assert len(rows) <= 120, "only about three screens of rows are in the document"
        assert page.locator("[role=grid]").get_attribute("aria-rowcount") == str(fixture.total()) == str(len(wanted))


def test_scrolling_in_small_steps_draws_every_row_once(new_page, fixture):
    page = open_timeline(new_page, fixture)
    scroll_to(page, 0.4)
    wanted = names(fixture)
    for step in (137, 512, -260, 1_900, -1_310, 29):
        page.evaluate("step => { document.querySelector('#scroller').scrollTop += step; }", step)
        settle(page)
        rows = shown_rows(page)
        indices = [row["index"] for row in rows]
        assert indices == list(range(indices[0], indices[0] + len(rows)))
        assert [row["action"] for row in rows] == [wanted[index] for index in indices]


def test_the_list_has_keyboard_navigation_and_opens_a_perform(new_page, fixture):
    page = open_timeline(new_page, fixture)
    page.locator("[role=grid]").focus()
    page.keyboard.press("Home")
    settle(page)
    page.locator(".row.active[aria-rowindex='1']").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    active = page.evaluate(
        "document.getElementById(document.querySelector('[role=grid]').getAttribute('aria-activedescendant')).ariaRowIndex"
    )
    assert active == "3"
    page.keyboard.press("Enter")
    page.locator("#selected", has_text=expected(fixture, 3)).wait_for()
    assert f"perform={fixture.rows()[2]['id']}" in page.url
    page.keyboard.press("End")
    end = fixture.total()
    page.locator(f".row.active[aria-rowindex='{end}']:not(.waiting)").wait_for()
    # A row that still has to be read is chosen when it comes.
    expect(page).to_have_url(re.compile(f"perform={fixture.rows()[-1]['id']}$"))
    page.keyboard.press("Escape")
    page.get_by_text("Nothing selected").wait_for()


def test_slash_searches_and_a_filter_shows_only_matches(new_page, fixture):
    page = open_timeline(new_page, fixture)
    page.keyboard.press("/")
    page.keyboard.type("rename")
    # Who writes slowly is shown what the first letters leave.
    expect(page).to_have_url(re.compile("text=rename$"))
    wait_for_rows(page, ".action", "^Rename Document$")
    page.locator("#facts", has_text=re.compile(r"match, of \d")).wait_for()
    page.keyboard.press("Escape")
    page.locator("#facts", has_text="failure").wait_for()
    settle(page)
    assert len({row["action"] for row in shown_rows(page)}) > 1


def test_chips_filter_by_outcome_session_and_feature(new_page, fixture):
    page = open_timeline(new_page, fixture)
    page.get_by_role("button", name=re.compile("^Failures")).click()
    page.locator("#facts", has_text="match").wait_for()
    wait_for_rows(page, ".mark", "^Failure")
    page.get_by_role("button", name=re.compile("^Failures")).click()
    page.get_by_role("button", name="Session: any").click()
    page.get_by_role("menuitemradio", name=re.compile("window 2")).click()
    page.locator("#session-label", has_text="window 2").wait_for()
    wait_for_rows(page, ".who", "^window 2$")
    page.get_by_role("button", name="Feature: any").click()
    preferences = page.get_by_role("menuitemcheckbox", name="Preferences")
    preferences.click()
    expect(preferences).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Escape")
    wait_for_rows(page, ".action", "^Show (Ruler|Storage)$")
    wait_for_rows(page, ".who", "^window 2$")


def test_a_filter_without_matches_says_so_and_can_be_cleared(new_page, fixture):
    page = open_timeline(new_page, fixture)
    page.locator("#search").fill("no such words")
    page.get_by_role("button", name="Clear filters").click()
    ready(page, "timeline")
    assert "text=" not in page.url


def test_performs_arrive_live_at_the_end_while_following(new_page, fixture):
    page = open_timeline(new_page, fixture)
    page.locator("#following").wait_for()
    before = fixture.total()
    fixture.add(3)
    after = fixture.total()
    page.locator(f".row[aria-rowindex='{after}']:not(.waiting)").wait_for()
    assert shown_rows(page)[-1]["action"] == expected(fixture, after)
    assert f"{after:,} actions" in page.locator("#facts").inner_text()
    assert after > before


def test_many_concurrent_arrivals_are_read_by_the_page(new_page, fixture):
    page = open_timeline(new_page, fixture)
    page.locator("#following").wait_for()
    fixture.add(700)
    end = fixture.total()
    page.locator(f".row[aria-rowindex='{end}']:not(.waiting)").wait_for()
    settle(page)
    rows, wanted = shown_rows(page), names(fixture)
    assert [row["action"] for row in rows] == [wanted[row["index"]] for row in rows]
    scroll_to(page, 0.3)
    before = [(row["index"], row["top"]) for row in shown_rows(page)]
    fixture.add(700)
    page.locator(f"[role=grid][aria-rowcount='{fixture.total()}']").wait_for()
    settle(page)
    assert [(row["index"], row["top"]) for row in shown_rows(page)] == before


def test_erasing_elsewhere_clears_the_list(new_page, fixture):
    page = open_timeline(new_page, fixture)
    page.locator("#following").wait_for()
    fixture.call("runs", "DELETE")
    page.get_by_role("heading", name="No actions yet").wait_for()
    fixture.add(1)
    ready(page, "timeline")
    assert shown_rows(page)[0]["action"] == expected(fixture, 1)


def test_arriving_performs_never_move_the_visible_rows(new_page, fixture):
    page = open_timeline(new_page, fixture)
    scroll_to(page, 0.5)
    before = [(row["index"], row["top"]) for row in shown_rows(page)]
    fixture.add(50)
    page.locator("#facts", has_text=f"{fixture.total():,} actions").wait_for()
    settle(page)
    assert [(row["index"], row["top"]) for row in shown_rows(page)] == before
    page.get_by_role("button", name="Jump to newest").click()
    page.locator(f".row[aria-rowindex='{fixture.total()}']").wait_for()


def lose(page, fixture, first):
    """Has the page read the timeline without its oldest rows, as after 200,000 entries."""

    def answer(route):
        path, _, query = route.request.url.partition("?")
        query = dict(parse_qsl(query))
        if 0 <= int(query["offset"]) < first:
            query["offset"] = str(first)
        response = route.fetch(url=f"{path}?{urlencode(query)}")
        route.fulfill(response=response, json={**response.json(), "first": first})

    page.route(re.compile(r"/api/timeline\?"), answer)
    counts = fixture.call("timeline?limit=0")
    news = {name: counts[name] for name in ("total", "failures", "inFlight", "performs")}
    fixture.notify("timeline", **news, first=first, rows=[])


def test_the_visible_rows_remain_when_the_oldest_are_removed(new_page, fixture):
    page = open_timeline(new_page, fixture)
    scroll_to(page, 0.6)
    before = [(row["time"], round(row["top"])) for row in shown_rows(page)]
    lose(page, fixture, 300)
    page.locator(f"[role=grid][aria-rowcount='{fixture.total() - 300}']").wait_for()
    settle(page)
    assert [(row["time"], round(row["top"])) for row in shown_rows(page)][40:60] == before[40:60]
    scroll_to(page, 0)
    page.get_by_text("300 earlier entries are no longer available").wait_for()
    assert shown_rows(page)[0]["action"] == expected(fixture, 301)


def test_actions_in_flight_grow_until_their_outcome(new_page, fixture):
    fixture.add(1, outcome="in-flight")
    n = fixture.total() - 1
    page = open_timeline(new_page, fixture)
    row = page.locator(f".row[aria-rowindex='{n + 1}']")
    row.locator(".mark.in-flight").wait_for()
    first = row.locator(".dur").inner_text()
    page.wait_for_function(
        "([index, first]) => document.querySelector(`.row[aria-rowindex='${index}'] .dur`).innerText !== first",
        arg=[n + 1, first],
    )
    row.click()
    page.locator(".detail .badge", has_text="In flight").wait_for()
    fixture.command(releases=True, error="The disk is full.")
    row.locator(".mark.failure").wait_for()
    page.locator(".detail .note.failure", has_text="The disk is full").wait_for()


def test_pause_freezes_the_list_and_resume_catches_up(new_page, fixture):
    page = open_timeline(new_page, fixture)
    count = fixture.total()
    page.get_by_role("button", name="Pause").click()
    fixture.add(4)
    page.get_by_role("button", name=re.compile("newer")).wait_for()
    assert page.locator("[role=grid]").get_attribute("aria-rowcount") == str(count)
    page.get_by_role("button", name=re.compile("Resume")).click()
    page.locator(f".row[aria-rowindex='{fixture.total()}']").wait_for()


def test_a_live_filter_shows_new_matches_only(new_page, fixture):
    page = listening(new_page, fixture.address("timeline?outcome=in-flight"))
    page.get_by_role("heading", name="No matching actions in flight").wait_for()
    fixture.add(1)
    fixture.add(1, outcome="in-flight")
    page.locator(".row .mark.in-flight").wait_for()
    assert page.locator("[role=grid]").get_attribute("aria-rowcount") == "1"


def test_the_detail_shows_error_input_causes_and_effects(new_page, fixture):
    save = fixture.rows(outcome="failure", action="save")[0]
    n = save["n"]
    clipboard = {"permissions": ["clipboard-read", "clipboard-write"]}
    page = open_timeline(new_page, fixture, f"?perform={save['id']}", **clipboard)
    detail = page.locator("#detail")
    detail.get_by_text("The disk is full: 182 KB are needed").first.wait_for()
    detail.get_by_text("Hidden by its type").wait_for()
    detail.get_by_text("Cancelled when Save Document failed").wait_for()
    detail.get_by_text("write failed, errno 28").wait_for()
    detail.get_by_role("button", name="Make a test…").click()
    dialog = page.get_by_role("dialog", name="A test that fails as this did")
    source = dialog.get_by_label("SaveDocumentSucceeds.swift").inner_text()
    assert "// In the report, this step failed with " in source and "The disk is full: 182 KB are needed" in source
    assert source.endswith("#expect(outcome.error == nil)\n    }\n}\n")
    assert violations(page) == []
    dialog.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == source
    page.keyboard.press("Escape")
    page.locator(f".row[aria-rowindex='{n + 1}'][aria-selected='true']").wait_for()  # The row was brought into view.
    detail.get_by_role("link", name="Write Backup").click()
    detail.get_by_role("heading", name="Write Backup").wait_for()
    assert f"perform={fixture.rows()[n + 1]['id']}" in page.url


def test_the_overview_moves_the_list_by_click_and_keyboard(new_page, fixture):
    page = open_timeline(new_page, fixture)
    overview = page.get_by_role("slider", name="Visible range")
    box = overview.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + 10)
    settle(page)
    middle = shown_rows(page)[len(shown_rows(page)) // 2]["index"]
    assert 0.1 < middle / fixture.total() < 0.4
    overview.press("End")
    page.locator(f".row[aria-rowindex='{fixture.total()}']").wait_for()
    overview.press("Home")
    page.locator(".row[aria-rowindex='1']").wait_for()
    overview.press("PageDown")
    settle(page)
    assert shown_rows(page)[0]["index"] > 1


def test_the_timeline_is_exported_under_the_programs_file_name(new_page, fixture):
    page = open_timeline(new_page, fixture, "?feature=App/Preferences")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="JSON Lines").click()
    assert download.value.suggested_filename == f"{fixture.call('program')['run']}.jsonl"
    lines = download.value.path().read_text().splitlines()
    assert len(lines) > 2 and all('"App/Preferences"' in line for line in lines[1:-1])


def test_an_earlier_run_is_labeled_and_does_not_change(new_page, fixture):
    run = fixture.call("runs")["runs"][1]["id"]
    page = open_timeline(new_page, fixture, f"?run={run}")
    page.get_by_text("This is an earlier run: crashed during Import Folder").wait_for()
    assert page.locator("[role=grid]").get_attribute("aria-rowcount") == str(fixture.total(run=run, fold=1))
    fixture.add(5)
    assert page.locator("#pause").is_hidden()
    page.get_by_role("link", name="Show current run").click()
    page.locator("#facts", has_text=f"{fixture.total():,} actions").wait_for()


def test_a_narrow_page_opens_the_detail_with_an_address_and_returns_to_the_list(new_page, fixture):
    page = open_timeline(new_page, fixture, size=NARROW)
    page.locator(".row.event:not(.waiting)").last.click()
    heading = page.locator("#selected")
    heading.wait_for()
    assert page.evaluate("document.activeElement.id") == "selected", "the focus moves to the heading"
    assert "perform=" in page.url and page.locator(".rows").is_hidden()
    page.get_by_role("link", name="Timeline").first.click()
    page.locator(".rows").wait_for()
    assert "perform=" not in page.url


def test_new_failures_are_announced_and_the_list_itself_is_not_a_live_region(new_page, fixture):
    page = open_timeline(new_page, fixture)
    fixture.add(1, outcome="failure")
    page.locator("#announcer", has_text="new failure").wait_for(state="attached")
    assert page.locator(".rows[aria-live], .list[aria-live]").count() == 0
