"""The runs page: how runs ended, what they were doing then, saving and removing them."""

import re

import pytest
from conftest import NARROW, overflows, violations
from earlier_runs import earlier_runs
from inspector import day, ready
from playwright.sync_api import expect
from program import used_program

# That of a fatal error depends on the processor.
SIGNAL = re.compile(r"signal (4 \(SIGILL\)|5 \(SIGTRAP\))")


@pytest.fixture
def fixture():
    with used_program(performs=20, runs=earlier_runs()) as found:
        found.earlier = [run["id"] for run in found.call("runs")["runs"]][1:]
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(new_page(fixture.address("runs")), "runs")


def test_runs_are_grouped_by_day_with_their_ends(page, fixture):
    assert page.locator(".group-head").first.inner_text() == day(fixture.call("program")["started"])
    words = page.locator("a.run strong").all_inner_texts()
    assert words == [
        "This run",
        "Crashed during Import Folder",
        "Ended normally",
        "Ended normally",
        "Ended abnormally during Import Folder",
        "Ended when the machine restarted",
        "Unreadable",
    ]


def test_a_crashed_run_shows_its_action_in_flight_and_the_steps_before(page):
    detail = page.locator("#detail")
    detail.get_by_role("heading", name="Crashed during Import Folder").wait_for()
    flight = detail.locator(".flight")
    assert "2.3 s, interrupted" in flight.inner_text()
    assert "Hidden by its type" in flight.inner_text() and "read file 131 of 212" in flight.inner_text()
    detail.get_by_text(SIGNAL).first.wait_for()
    detail.locator(".bar.ended").wait_for()
    # It starts at the end.
    assert detail.locator(".steps li").first.inner_text().endswith("The run ended here.")
    expect(detail.locator(".steps li", has_text="Rename Document").locator(".times")).to_have_text("× 20")
    assert detail.locator(".mark.in-flight, .bar.in-flight").count() == 0
    flight.get_by_role("link", name="Import Folder").wait_for()


def test_a_crashed_run_shows_its_flags_in_effect_decided_ones_first(page):
    detail = page.locator("#detail")
    section = detail.locator(".section", has=page.get_by_role("heading", name="Flags in effect"))
    expect(section.locator("tbody tr")).to_have_count(3)
    expect(section.locator("tbody td:first-child")).to_have_text(
        ["editor.greeting", "editor.toolbar", "editor.autosave"]
    )
    expect(section.locator("tbody tr").first).to_contain_text("<b>Hello</b>")
    expect(section.locator("tbody tr").first).to_contain_text("Was Welcome back")
    expect(section.locator(".badge")).to_have_text(["Overridden", "Rule matched", "Default"])
    page.locator("a.run", has_text="Ended normally").first.click()
    detail.get_by_role("heading", name="Ended normally").wait_for()
    expect(section).to_have_count(0)


def change_crashed(page, fixture, **members):
    """Has a page show the crashed run with other members."""
    run = {**fixture.call(f"runs/{fixture.earlier[0]}"), **members}
    page.route(f"**/api/runs/{fixture.earlier[0]}", lambda route: route.fulfill(json=run))
    page.goto(fixture.address("runs"))
    return ready(page, "runs")


def test_damage_of_a_run_is_shown_and_none_of_an_intact_one(new_page, fixture):
    page = change_crashed(new_page(), fixture, torn=1, damaged=34, damagedNames=1)
    detail = page.locator("#detail")
    detail.get_by_role("heading", name="Crashed during Import Folder").wait_for()
    facts = detail.locator(".section", has=page.get_by_role("heading", name="Recording")).locator("dl")
    labels, values = facts.locator("dt").all_inner_texts(), facts.locator("dd").all_inner_texts()
    found = dict(zip(labels, values, strict=True))
    assert found["Incomplete"] == "1 event partly written when the run ended"
    assert found["Damaged"] == "34 event slots" and found["Damaged names"] == "1"
    page.locator("a.run", has_text="Ended normally").first.click()
    detail.get_by_role("heading", name="Ended normally").wait_for()
    assert not {"Incomplete", "Damaged", "Damaged names"} & set(facts.locator("dt").all_inner_texts())


def test_bars_stay_within_their_lane(page, screenshot):
    page.locator("#detail .bar.ended").first.wait_for()
    # One that began with the last microsecond.
    beyond = page.evaluate("""() => {
        document.querySelector(".bar.ended").style.setProperty("--from", "100.00%");
        return [...document.querySelectorAll(".bar")].map((bar) =>
            bar.getBoundingClientRect().right - bar.parentElement.getBoundingClientRect().right);
    }""")
    screenshot(page, "runs-lanes")
    assert max(beyond) <= 0.5


def test_a_run_has_an_address_and_links_to_its_timeline(page, fixture):
    page.locator("a.run", has_text="Ended normally").first.click()
    page.locator("#selected", has_text="Ended normally").wait_for()
    assert f"run={fixture.earlier[1]}" in page.url
    page.locator("#detail").get_by_role("link", name="Timeline").click()
    page.get_by_text("This is an earlier run").wait_for()


def test_an_unreadable_run_shows_its_problem_and_has_no_timeline(page):
    page.locator("a.run", has_text="Unreadable").click()
    page.locator("#detail .note", has_text="The file isn't a recorded run.").wait_for()
    assert page.locator("#detail").get_by_role("link", name="Timeline").count() == 0


def test_a_run_is_exported(page):
    page.locator("#selected", has_text="Crashed").wait_for()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="HTML page").click()
    assert download.value.suggested_filename.endswith(".html")


def test_a_run_is_removed_after_confirmation(page, fixture):
    page.locator("#selected", has_text="Crashed").wait_for()
    page.get_by_role("button", name="Remove run…").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert len(fixture.call("runs")["runs"]) == 7
    page.get_by_role("button", name="Remove run…").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('a.run').length === 6")
    assert fixture.earlier[0] not in [run["id"] for run in fixture.call("runs")["runs"]]


def test_all_runs_are_erased_after_confirmation(page, fixture):
    page.get_by_role("button", name=re.compile("Erase")).click()
    page.get_by_role("dialog").get_by_role("button", name="Erase").click()
    page.wait_for_function("() => document.querySelectorAll('a.run').length === 1")
    assert fixture.total() == 0
    page.get_by_role("link", name=re.compile("^Timeline"), exact=False).first.click()
    page.get_by_role("heading", name="No actions yet").wait_for()


def test_a_failed_removal_shows_its_reason_in_the_dialog(new_page, fixture):
    page = ready(new_page(fixture.address("runs"), expects=("500",)), "runs")
    page.locator("#selected", has_text="Crashed").wait_for()
    fixture.failing = "runs/"
    page.get_by_role("button", name="Remove run…").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("alert", name="").get_by_text("The disk is full.").wait_for()


def test_arrow_keys_move_in_the_list(page):
    page.locator("a.run").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("#selected", has_text="Ended normally").wait_for()


def test_a_narrow_page_shows_the_list_first_and_a_run_by_address(new_page, fixture):
    page = ready(new_page(fixture.address("runs"), size=NARROW), "runs")
    assert page.locator("#detail").is_hidden()
    page.locator("a.run", has_text="Crashed").click()
    page.locator("#selected", has_text="Crashed").wait_for()
    page.go_back()
    page.locator("a.run").first.wait_for()
    assert page.locator("#detail").is_hidden()


def frame(number, symbol, image, *place):
    line = dict(zip(("file", "line"), place))
    return {"number": number, "symbol": symbol, "image": image, "system": not place, **line}


# Those of the program have no lines, and those of libraries depend on the machine.
FRAMES = [
    frame(0, "_assertionFailure(_:_:file:line:flags:)", "libswiftCore.so"),
    frame(1, "FolderReader.headline(of:)", "documents", "/src/Documents/FolderReader.swift", 87),
    frame(2, "ImportFolder.perform(_:presenter:)", "documents", "/src/Documents/ImportFolder.swift", 34),
    frame(3, "swift_job_run", "libswift_Concurrency.so"),
    frame(4, "_dispatch_worker_thread", "libdispatch.so"),
]


def test_a_crash_shows_its_message_and_its_backtrace_with_frames_of_libraries_folded(new_page, fixture, screenshot):
    crash = fixture.call(f"runs/{fixture.earlier[0]}")["crash"]
    own = [found["symbol"] for found in crash["backtrace"]["frames"] if not found["system"]]
    assert "Program.runEffects(of:)" in own
    crash["backtrace"]["frames"] = FRAMES
    page = change_crashed(new_page(), fixture, crash=crash)
    detail = page.locator("#detail")
    expect(detail.locator(".fatal .message")).to_have_text(
        re.compile(r"^InspectorFixture/Program\.swift:\d+: Fatal error: Index out of range$")
    )
    expect(detail.locator(".fatal")).to_contain_text(SIGNAL)
    trace = detail.locator(".trace")
    expect(trace.locator("li.own")).to_have_count(2)
    expect(trace.locator("li.own").first).to_contain_text("FolderReader.swift:87, documents")
    expect(trace.locator("li.system:visible")).to_have_count(0)
    fold = trace.get_by_role("button", name="2 frames in libswift_Concurrency.so, libdispatch.so")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "true")
    expect(trace.locator("li.system:visible")).to_have_count(2)
    screenshot(page, "runs-crash")
    assert violations(page) == []


def test_texts_of_a_crash_are_never_markup(new_page, fixture):
    evil = "<img src=x onerror=alert(1)> ``` | # *"
    run = fixture.call(f"runs/{fixture.earlier[0]}")
    crash = run["crash"]
    crash["message"] = crash["backtrace"]["reason"] = crash["backtrace"]["frames"][1]["symbol"] = evil
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.route("**/api/runs/*", lambda route: route.fulfill(json=run))
    page.goto(fixture.address("runs"))
    expect(page.locator(".fatal .message")).to_have_text(evil)
    assert page.locator("img").count() == 0
    page.get_by_role("button", name="Copy as Markdown").click()
    page.locator(".toast", has_text="Copied as Markdown.").wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("# Crashed during Import Folder\n")
    assert f"````text\n{evil}\n" in text
    assert re.search(r"− ?[\d.]+ m?s Document Management › \*\*Rename Document\*\* \(Annual report\.md\) × 20\b", text)
    page.goto(fixture.address("home"))
    expect(page.locator(".ending .message")).to_have_text(evil)
    assert page.locator("img").count() == 0


def test_the_interrupted_action_is_performed_again_from_its_crash(page):
    page.locator("#selected", has_text="Crashed").wait_for()
    page.get_by_role("button", name="Perform again…").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_nothing_of_an_earlier_run_looks_alive(new_page, fixture):
    run = fixture.earlier[0]
    page = ready(new_page(fixture.address(f"timeline?run={run}&outcome=in-flight")), "timeline")
    expect(page.locator(".row .mark.interrupted").first).to_be_visible()
    assert page.locator(".mark.in-flight:visible").count() == 0
    assert overflows(page) <= 0
