"""The timeline's rows: repeats in one row, errors beside their actions, and the waterfall."""

import re

import pytest
from conftest import SMALL
from inspector import listening, ready, settle, shown_rows
from playwright.sync_api import expect
from program import program

FULL = "The disk is full: 182 KB are needed, 40 KB are free."


@pytest.fixture
def fixture():
    with program() as found:
        found.perform_different(300)
        yield found


def open_timeline(new_page, fixture, query="", **options):
    return ready(listening(new_page, fixture.address(f"timeline{query}"), **options), "timeline")


def repeat(fixture, times, **how):
    """Performs the same several times, one every 120 ms unless the test has another interval."""
    return fixture.perform(*["Q4 plan"] * times, **{"took": 800, "every": 120_000, **how})


def count(page):
    return int(page.locator("[role=grid]").get_attribute("aria-rowcount"))


def test_repeats_are_one_row_that_opens_and_folds(new_page, fixture):
    repeat(fixture, 4_937, every=1_000)
    fixture.perform_different(1)
    page = open_timeline(new_page, fixture)
    total = count(page)
    assert total < 310
    expect(page.locator("#facts")).to_contain_text("5,238 actions")
    expect(page.locator("#window")).to_contain_text("repeats folded")
    button = page.get_by_role("button", name="Show all 4,937")
    row = page.locator(".row", has=button)
    expect(button).to_have_text("× 4,937")
    expect(row.locator(".input")).to_have_text("Q4 plan, every 1.0 ms")
    button.click()
    expect(page.locator("[role=grid]")).to_have_attribute("aria-rowcount", str(total + 4_936))
    expect(page.get_by_role("button", name="Fold 4,937 repeats")).to_have_attribute("aria-expanded", "true")
    assert "perform=" not in page.url, "The button opens the row, and selects nothing."
    settle(page)
    assert sum(row["action"] == "Rename Document" for row in shown_rows(page)) > 10
    page.get_by_role("button", name="Fold 4,937 repeats").click()
    expect(page.locator("[role=grid]")).to_have_attribute("aria-rowcount", str(total))


def test_repeats_open_and_fold_with_the_arrow_keys(new_page, fixture):
    fixture.perform("a.md", "b.md", "c.md", took=800, every=120_000)
    page = open_timeline(new_page, fixture)
    total = count(page)
    expect(page.locator(".row").last.locator(".input")).to_have_text("a.md … c.md, every 120 ms")
    page.locator("[role=grid]").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[role=grid]")).to_have_attribute("aria-rowcount", str(total + 2))
    expect(page.locator(f".row.active[aria-rowindex='{total}']")).to_have_count(1)
    expect(page.locator(f".row[aria-rowindex='{total + 2}'] .input")).to_have_text("c.md")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[role=grid]")).to_have_attribute("aria-rowcount", str(total))


def test_a_linked_perform_in_a_folded_row_is_shown_and_selected(new_page, fixture):
    linked = repeat(fixture, 400, every=1_000)[200]
    fixture.perform_different(40)
    page = open_timeline(new_page, fixture, f"?perform={linked}")
    row = page.locator(".row[aria-selected=true]")
    expect(row).to_have_count(1)
    assert count(page) > 400
    expect(row.locator(".input")).to_have_text("Q4 plan")
    expect(row).to_be_in_viewport()
    expect(page.locator("#detail h2")).to_have_text("Rename Document")
    assert int(row.get_attribute("aria-rowindex")) > 200


def test_repeats_that_arrive_live_join_their_row(new_page, fixture):
    repeat(fixture, 2)
    page = open_timeline(new_page, fixture)
    total = count(page)
    expect(page.locator(".times:visible")).to_have_count(0)
    repeat(fixture, 5)
    page.get_by_role("button", name="Show all 7").wait_for()
    assert count(page) == total - 1
    total = count(page)
    repeat(fixture, 1, action="Delete")
    expect(page.locator("[role=grid]")).to_have_attribute("aria-rowcount", str(total + 1))


def test_a_failed_row_has_its_error_and_a_cut_name_a_tooltip(new_page, fixture):
    fixture.perform("Q4 plan.md, 182 KB", action="Save", error=FULL)
    page = open_timeline(new_page, fixture)
    row = page.locator(".row.failed").last
    expect(row.locator(".error").first).to_have_text(FULL)
    expect(row.locator(".input")).to_have_attribute("title", f"{FULL}\nQ4 plan.md, 182 KB")
    expect(row.locator(".what")).to_have_attribute("title", "Document Management › Save Document")
    colors = row.evaluate(
        "row => [row.querySelector('.error'), row.querySelector('.given')].map(part => getComputedStyle(part).color)"
    )
    assert colors[0] != colors[1]
    expect(page.locator(".row:not(.failed) .error").first).to_be_empty()


def bars(page):
    """The bars in view: outcome, begin and end on the page."""
    return page.evaluate("""() => [...document.querySelectorAll(".row.fall")].map(row => ({
        action: row.querySelector(".action").textContent,
        bars: [...row.querySelectorAll(".bar")].map(bar => {
            const box = bar.getBoundingClientRect(); return [box.left, box.right]; })}))""")


def test_the_waterfall_is_a_view_with_an_address_and_has_errors_beside_bars(new_page, fixture):
    repeat(fixture, 1, action="Save", took=1_000, every=100_000, error=FULL)
    page = open_timeline(new_page, fixture)
    page.get_by_role("link", name="Waterfall").click()
    page.locator(".row.fall").first.wait_for()
    assert "view=waterfall" in page.url
    expect(page.get_by_role("link", name="Waterfall")).to_have_attribute("aria-current", "true")
    expect(page.locator(".row.fall").last.locator(".track .error")).to_have_text(FULL)
    expect(page.locator("#window")).to_have_text(re.compile(r"\d\d:\d\d:\d\d.* to \d\d:\d\d:\d\d"))
    expect(page.locator("#fall-ruler span")).to_have_count(5)
    page.get_by_role("link", name="List").click()
    page.locator(".row.event").first.wait_for()
    assert "view=" not in page.url
    expect(page.locator("#zoom-in")).to_be_hidden()


def center(page):
    box = page.locator("#scroller").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def widths(page, action):
    return [right - left for row in bars(page) if row["action"] == action for left, right in row["bars"]]


def test_bars_are_as_long_as_their_actions_took_and_move_by_dragging(new_page):
    with program() as fixture:
        repeat(fixture, 1, action="Open", took=2_000_000, every=3_000_000)
        repeat(fixture, 1, took=1_000_000, every=2_000_000)
        repeat(fixture, 3, action="Delete", took=250_000, every=500_000)
        page = ready(listening(new_page, fixture.address("timeline?view=waterfall")), "timeline")
        [whole], [half] = widths(page, "Open Document"), widths(page, "Rename Document")
        assert whole > 100 and abs(whole / half - 2) < 0.05
        eighths = widths(page, "Delete Document")
        assert len(eighths) == 3 and all(abs(whole / width - 8) < 0.6 for width in eighths), (
            "A folded row has every bar."
        )
        page.get_by_role("button", name="Zoom in").click()
        page.wait_for_function(
            "width => document.querySelector('.bar').getBoundingClientRect().width > width * 1.8", arg=whole
        )
        left = bars(page)[1]["bars"][0][0]
        x, y = center(page)
        page.mouse.move(x, y)
        row = page.locator(".row.fall").first.bounding_box()
        page.mouse.move(x + 100, row["y"] + 10)
        page.mouse.down()
        page.mouse.move(x + 40, row["y"] + 10, steps=4)
        page.mouse.up()
        settle(page)
        assert abs(bars(page)[1]["bars"][0][0] - (left - 60)) < 3
        assert "perform=" not in page.url, "A drag selects nothing."
        page.get_by_role("button", name="Fit").click()
        page.wait_for_function(
            "width => Math.abs(document.querySelector('.bar').getBoundingClientRect().width - width) < 2", arg=whole
        )


@pytest.mark.parametrize("view", ["", "?view=waterfall", "?outcome=failure&took=%3E1ms&feature=App/Documents"])
def test_narrow_pages_fit(new_page, fixture, view):
    fixture.perform(*["A long name of a document that has no room.md"] * 40, every=120_000)
    repeat(fixture, 3, action="Save", error=FULL, took=2_000)
    page = open_timeline(new_page, fixture, view, size=SMALL)
    expect(page.locator(".row .times").last).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heights = page.evaluate(
        "[...document.querySelectorAll('.rows .row')].map(row => row.getBoundingClientRect().height)"
    )
    assert set(heights) == {52}
