"""Every page passes the accessibility audit, in both themes and at both widths, and its text fits."""

import pytest
from conftest import NARROW, WIDE, overflows, violations
from earlier_runs import earlier_runs
from inspector import ready
from program import used_program

PAGES = ["home", "features", "timeline", "stacks", "logs", "flags", "runs", "behaviour"]
PAGES += ["access", "routes", "activities"]
SIZES = {"wide": WIDE, "narrow": NARROW}
# The last one is narrow: there targets are measured.
LOOKS = [("wide", "light"), ("wide", "dark"), ("narrow", "dark"), ("narrow", "light")]


@pytest.fixture(scope="module")
def fixture():
    with used_program(runs=earlier_runs()) as found:
        found.add(1, outcome="in-flight")
        found.command(activities=2)
        yield found


def look(page, size, theme):
    """Gives the window a size and a theme, and waits until the page has followed."""
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.emulate_media(color_scheme=theme)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def small_targets(page):
    """Controls of less than 24 pixels, rows and entries of the bar of less than 44."""
    return page.evaluate("""() => [
            ...document.querySelectorAll("button, input, select, .nav-list a, .run, .row, .twig")]
        .filter(element => element.offsetParent && element.type !== "checkbox")
        .map(element => [element, element.getBoundingClientRect()])
        .filter(([element, box]) => box.height < (element.matches(".nav-list a, .run, .row, .twig") ? 44 : 24))
        .map(([element, box]) => `${element.className} ${element.id} ${box.height}`)""")


def details(fixture):
    """An address of each page with a selection."""
    failure = fixture.rows(outcome="failure", action="save")[0]["id"]
    crashed = fixture.call("runs")["runs"][1]["id"]
    return {
        "features": "features?feature=App/Sharing",
        "timeline": f"timeline?perform={failure}",
        "stacks": "stacks",
        "logs": "logs?line=1500",
        "flags": "flags?flag=sharing.invitation",
        "runs": f"runs?run={crashed}",
        "behaviour": "behaviour?action=App/Documents/%23Open&then=App/Documents/%23Save",
    }


STATES = {
    "folded": ("", ""),
    "waterfall": ("?view=waterfall", ""),
    "completion": ("?outcome=success&took=%3E0.1ms", "se"),
    "values": ("", "outcome:"),
    "problem": ("?took=long", ""),
    "pins": ("?pins=pins", " "),
}


@pytest.mark.parametrize("state", STATES)
def test_states_of_the_timeline_pass_the_audit_at_both_widths_in_both_themes(new_page, screenshot, state):
    query, typed = STATES[state]
    with used_program(performs=300) as fixture:
        fixture.perform(*["Q4 plan"] * 40, took=800, every=120_000)
        fixture.perform(*["Q4 plan"] * 3, action="Save", took=800, every=120_000, error="The disk is full.")
        query = query.replace("=pins", "=" + ",".join(str(row["id"]) for row in fixture.rows()[40:42]))
        page = ready(new_page(fixture.address(f"timeline{query}"), has_touch=True), "timeline")
        page.locator(".times:not([hidden])").last.wait_for()
        for size, theme in LOOKS:
            look(page, size, theme)
            if state == "pins":
                page.locator("[role=grid]").press("Space")
            elif typed:
                page.locator("#search").fill("")
                page.locator("#search").press_sequentially(typed)
                page.locator(".completion:not([hidden]) [role=option]").first.wait_for()
            screenshot(page, f"timeline-{state}-{size}-{theme}")
            assert violations(page) == [], (size, theme)
            assert overflows(page) == 0, (size, theme)
            assert small_targets(page) == [] or size == "wide", (size, theme)


@pytest.mark.parametrize("name", PAGES)
def test_pages_pass_the_audit_at_both_widths_in_both_themes(new_page, fixture, screenshot, name):
    page = ready(new_page(fixture.address(name), has_touch=True), name)
    page.locator("main:not([aria-busy])").wait_for()
    for size, theme in LOOKS:
        look(page, size, theme)
        screenshot(page, f"{name}-{size}-{theme}")
        assert violations(page) == [], (size, theme)
        assert overflows(page) == 0, (size, theme)
    assert small_targets(page) == []


@pytest.mark.parametrize("name", ["features", "timeline", "flags", "runs", "behaviour"])
def test_a_detail_on_a_narrow_page_passes_the_audit(new_page, fixture, screenshot, name):
    page = new_page(fixture.address(details(fixture)[name]), size=NARROW)
    page.locator("#detail #selected").wait_for()
    for theme in ("light", "dark"):
        look(page, "narrow", theme)
        screenshot(page, f"{name}-detail-narrow-{theme}")
        assert violations(page) == [], theme
        assert overflows(page) == 0, theme


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_dialog_a_menu_and_a_toast_pass_the_audit(new_page, fixture, theme):
    page = ready(new_page(fixture.address("runs"), theme=theme), "runs")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator("#export-run").click()
    page.get_by_role("menuitem").first.wait_for()
    assert violations(page) == []
    with page.expect_download():
        page.get_by_role("menuitem").first.click()
    page.locator(".toast").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", ["no token", "out of reach"])
def test_a_state_passes_the_audit(new_page, fixture, state, theme):
    if state == "no token":
        page = new_page(f"{fixture.origin}/timeline", theme=theme)
        page.get_by_role("heading", name="This tab has no token").wait_for()
    else:
        with used_program() as other:
            page = ready(new_page(other.address("timeline"), theme=theme), "timeline")
            other.go_offline()
            page.get_by_text("The program hasn’t responded since").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_into_360_pixels(new_page, fixture, name):
    page = ready(new_page(fixture.address(name), size=(360, 740)), name)
    assert overflows(page) == 0
    if name not in details(fixture):
        return
    page = new_page(fixture.address(details(fixture)[name]), size=(360, 740))
    page.wait_for_function("() => !document.querySelector('#bones') || document.querySelector('#bones').hidden")
    assert overflows(page) == 0


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_one_heading_a_title_and_a_skip_link_and_fits_with_text_at_200_percent(new_page, fixture, name):
    page = ready(new_page(fixture.address(name), reduced_motion="reduce"), name)
    moving = page.evaluate("document.getAnimations().filter(animation => animation.playState === 'running').length")
    assert moving == 0
    assert page.locator("h1").count() == 1
    page.wait_for_function("() => document.title.includes(': Documents')")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'main'")
    page.evaluate("""() => new Promise((done) => { document.documentElement.style.fontSize = "200%";
        requestAnimationFrame(() => requestAnimationFrame(done)); })""")
    assert overflows(page) == 0
    cut = page.evaluate("""() => [...document.querySelectorAll(".row, .button, .chip, .nav-list a, .twig")]
        .filter(element => element.offsetParent && element.scrollHeight > element.clientHeight + 2)
        .map(element => element.className)""")
    assert cut == []


def test_the_selected_theme_is_stored(new_page, fixture):
    page = ready(new_page(fixture.address("features")), "features")
    page.get_by_role("button", name="Theme: system").click()
    page.get_by_role("button", name="Theme: light").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("link", name="Runs").click()
    ready(page, "runs")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_a_selected_row_is_visible_with_forced_colors(new_page, fixture):
    page = ready(new_page(fixture.address(details(fixture)["timeline"]), forced_colors="active"), "timeline")
    chosen = page.locator(".row[aria-selected='true']")
    chosen.wait_for()
    assert chosen.evaluate("row => getComputedStyle(row).outlineStyle") == "solid"
