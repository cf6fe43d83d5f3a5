"""The real demo in a real browser: actions of the app appear in the inspector, immediately and after a crash."""

import re
import signal
from pathlib import Path

import pytest
from conftest import ARTEFACTS, NARROW, SMALL, WIDE, overflows, violations
from demo import demo
from inspector import listening
from playwright.sync_api import expect

IMAGE = Path(__file__).resolve().parents[2] / "docs/images/inspector.png"


@pytest.fixture
def running(tmp_path):
    with demo(tmp_path) as running:
        yield running


def open_document(page, name="The lighthouse"):
    page.get_by_role("option", name=name).click()
    expect(page.locator("#title")).to_have_text(name)


def save(page, text):
    page.locator("#editor").fill(text)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#status")).to_contain_text("Saved")


def row(page, action):
    return page.locator(".row.event", has_text=action)


def test_actions_in_the_app_appear_in_the_timeline_without_a_reload(running, new_page, screenshot):
    timeline, app = listening(new_page, running.page("timeline")), new_page(running.app)
    timeline.evaluate("window.sameDocument = true")
    expect(row(timeline, "List Documents").first).to_be_visible()
    open_document(app)
    expect(row(timeline, "Open Document")).to_contain_text("The lighthouse.md")
    save(app, "# The lighthouse\n\nIt burns again.\n")
    expect(row(timeline, "Save Document")).to_be_visible()
    assert timeline.evaluate("window.sameDocument")
    expect(timeline).not_to_have_url(re.compile("token"))

    row(timeline, "Save Document").click()
    detail = timeline.locator(".detail")
    expect(detail.get_by_role("heading", name="Save Document")).to_be_visible()
    expect(detail).to_contain_text("Hidden by its type")
    assert "burns again" not in timeline.content()
    screenshot(timeline, "demo-timeline")


def test_a_failure_is_found_by_its_filter_and_explained(running, new_page):
    timeline, app = listening(new_page, running.page("timeline")), new_page(running.app)
    app.get_by_role("button", name="New").click()
    app.locator("dialog[open] input").fill("Welcome")
    app.locator("dialog[open] input").press("Enter")
    expect(timeline.get_by_role("button", name="Failures")).to_contain_text("1")
    timeline.get_by_role("button", name="Failures").click()
    expect(timeline.locator(".row.event:not(.waiting)")).to_have_count(1)
    row(timeline, "Create Document").click()
    expect(timeline.locator(".detail .note.failure")).to_contain_text("Welcome")


def test_a_rejected_name_remains_for_correction(running, new_page, screenshot):
    app = new_page(running.app)
    app.get_by_role("button", name="New").click()
    field, dialog = app.locator("dialog[open] input"), app.get_by_role("dialog")
    field.fill("Welcome")
    field.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("Welcome")
    expect(field).to_have_value("Welcome")
    expect(field).to_be_focused()
    screenshot(app, "demo-new-refused")
    assert violations(app) == []
    field.fill("Welcome back")
    field.press("Enter")
    expect(dialog).to_be_hidden()
    expect(app.locator("#title")).to_have_text("Welcome back")
    expect(app.locator("#editor")).to_be_focused()

    app.get_by_role("button", name="Rename").click()
    field.fill("Welcome")
    field.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("Welcome")
    field.fill("Farewell")
    field.press("Enter")
    expect(dialog).to_be_hidden()
    expect(app.locator("#title")).to_have_text("Farewell")


def test_unsaved_changes_are_confirmed_before_a_new_name(running, new_page):
    app = new_page(running.app)
    open_document(app)
    app.locator("#editor").fill("Another text")
    app.get_by_role("button", name="New").click()
    expect(app.get_by_role("heading", name="Save changes to")).to_be_visible()
    app.get_by_role("button", name="Cancel").click()
    expect(app.get_by_role("dialog")).to_be_hidden()
    expect(app.locator("#editor")).to_have_value("Another text")


def test_the_open_document_is_in_view_after_a_reload(tmp_path, new_page):
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(60):
        (folder / f"Note {number:02}.md").write_text(f"# Note {number:02}\n")
    with demo(tmp_path, "--folder", folder) as running:
        app = new_page(running.app)
        expect(app.get_by_role("option")).to_have_count(60)
        last = app.get_by_role("option").last
        expect(last).not_to_be_in_viewport()
        name = last.get_attribute("data-name")
        # What the page keeps for itself when the program was started anew.
        app.evaluate("name => { sessionStorage.rescued = JSON.stringify({name}); }", name)
        app.reload()
        row = app.locator(f'[role=option][data-name="{name}"]')
        expect(row).to_have_attribute("aria-selected", "true")
        expect(row).to_be_in_viewport()
        app.get_by_role("option").first.scroll_into_view_if_needed()
        app.get_by_role("button", name="Rename").focus()
        expect(row).not_to_be_in_viewport()


def test_text_and_feature_filters_show_only_matches(running, new_page):
    app = new_page(running.app)
    open_document(app)
    open_document(app, "Reading list")
    timeline = new_page(running.page("timeline"))
    expect(row(timeline, "Open Document")).to_have_count(2)
    timeline.locator("#search").fill("reading list")
    expect(row(timeline, "List Documents")).to_have_count(0)
    expect(row(timeline, "Open Document")).to_have_count(1)


def test_switching_a_feature_off_removes_it_from_the_open_app_immediately(running, new_page):
    app, features = new_page(running.app), new_page(running.page("features"))
    open_document(app)
    expect(app.get_by_role("group", name="View")).to_be_visible()
    features.get_by_role("treeitem", name="Document Preview").click()
    expect(features.locator("#selected")).to_have_text("Document Preview")
    switch = features.locator(".detail [role=switch]")
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(app.get_by_role("group", name="View")).to_be_hidden()
    expect(features.locator(".detail .badge").first).to_have_text("Unavailable")
    expect(features.locator(".detail")).to_contain_text("Switched off by the user")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(app.get_by_role("group", name="View")).to_be_visible()


def test_each_tab_is_a_session_with_its_own_stacks(running, new_page, screenshot):
    stacks = listening(new_page, running.page("stacks"))
    first = new_page(running.app)
    # Tabs are numbered as they come.
    expect(first.locator("#connection")).to_have_text("Connected")
    second = new_page(running.app)
    open_document(first)
    open_document(second, "Welcome")
    for tab, document in (("Tab 1", "The lighthouse"), ("Tab 2", "Welcome")):
        column = stacks.locator(".column", has=stacks.get_by_role("heading", name=tab))
        expect(column.locator(".entry", has_text="Open Document").first).to_contain_text(document)
    screenshot(stacks, "demo-stacks")


def test_the_focus_hides_lines_and_shows_their_number(running, new_page):
    logs, app = listening(new_page, running.page("logs")), new_page(running.app)
    open_document(app)
    save(app, "# The lighthouse\n\nAnother line.\n")
    expect(logs.locator(".row.line:not(.waiting)").first).to_be_visible()
    before = logs.locator(".row.line:not(.waiting)").count()
    logs.get_by_role("checkbox", name="Preferences").check()
    expect(logs.locator("body")).to_contain_text("hidden by")
    logs.wait_for_function("before => document.querySelectorAll('.row.line:not(.waiting)').length < before", arg=before)


@pytest.mark.parametrize(
    ("choice", "signal_name"),
    [("SIGSEGV", "SIGSEGV"), ("fatalError", None), ("SIGKILL", None)],
)
def test_after_a_crash_the_next_start_shows_the_action_in_flight(tmp_path, new_page, screenshot, choice, signal_name):
    with demo(tmp_path) as first:
        app = new_page(first.app, expects=("Failed to fetch", "net::"))
        open_document(app)
        app.get_by_role("button", name="Menu").click()
        app.get_by_role("menuitem", name="Crash now").click()
        app.get_by_role("dialog").get_by_role("button", name=choice).click()
        first.process.wait(timeout=60)
        assert first.process.returncode != 0
    with demo(tmp_path) as second:
        runs = new_page(second.page("runs"))
        crashed = runs.locator("a.run").nth(1)
        crashed.click()
        detail = runs.locator(".detail")
        # A preview may have been in flight as well.
        flight = detail.locator(".flight").filter(has_text="Crash Rehearsal")
        expect(flight).to_be_visible()
        expect(detail.locator(".mark.in-flight")).to_have_count(0)
        expect(flight).to_contain_text("interrupted")
        expect(detail.locator(".steps")).to_contain_text("Open Document")
        if signal_name:
            expect(detail).to_contain_text(signal_name)
        screenshot(runs, f"demo-crash-{choice}")
        assert violations(runs) == []


def test_an_orderly_end_is_not_shown_as_a_crash(tmp_path, new_page):
    with demo(tmp_path) as first:
        new_page(first.app)
        assert first.stop() in (0, -signal.SIGINT, 130)
    with demo(tmp_path) as second:
        runs = new_page(second.page("runs"))
        expect(runs.locator("a.run").nth(1)).to_contain_text("Ended normally")


def test_every_page_is_accessible_and_fits(running, new_page, screenshot):
    app = new_page(running.app, has_touch=True)
    open_document(app)
    pages = {"app": app}
    for name in ("features", "timeline", "stacks", "logs", "flags", "runs"):
        pages[name] = new_page(running.page(name), has_touch=True)
        pages[name].locator("main:not([aria-busy])").wait_for()
    # test_accessibility inspects the inspector's pages in each theme at each width.
    looks = ((WIDE, "light"), (SMALL, "dark"), (WIDE, "dark"), (NARROW, "light"))
    for name, page in pages.items():
        for size, theme in looks if name == "app" else looks[1:2]:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.emulate_media(color_scheme=theme)
            screenshot(page, f"demo-{name}-{size[0]}-{theme}")
            assert overflows(page) <= 0, (name, size, theme)
            assert violations(page) == [], (name, size, theme)


def test_the_picture_in_the_readme_is_of_this_inspector(running, new_page, screenshot):
    app = new_page(running.app)
    for name in ("Welcome", "Reading list", "The lighthouse"):
        open_document(app, name)
    save(app, "# The lighthouse\n\nIt burns again.\n")
    timeline = new_page(running.page("timeline"))
    row(timeline, "Save Document").click()
    expect(timeline.locator(".detail h2")).to_have_text("Save Document")
    screenshot(timeline, "inspector")
    # The picture in the repository is copied manually: it would change with every run.
    assert IMAGE.exists(), f"Copy {ARTEFACTS / 'inspector.png'} to {IMAGE}."


def test_a_flag_set_in_the_inspector_is_on_the_timeline_with_its_effects(running, new_page):
    export = "Documents/DocumentExport"
    timeline, flags = listening(new_page, running.page("timeline")), new_page(running.page("flags"))
    new_page(running.app)
    expect(row(timeline, "List Documents").first).to_be_visible()
    timeline.evaluate("window.sameDocument = true")
    flags.locator(f'.row.flag[data-key="{export}"]').click()
    expect(flags.locator("#detail .detail-head")).to_contain_text(export)
    switch = flags.locator("#detail").get_by_role("switch").first
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    changed = timeline.locator(".row.change", has_text=f"{export} changed to off")
    expect(changed).to_contain_text("was on, from Overrides, overridden")
    gone = timeline.locator(".row.change", has_text="became unavailable")
    expect(gone.first).to_contain_text("Document Export")
    assert timeline.evaluate("window.sameDocument")
    gone.first.click()
    expect(timeline.locator("#detail")).to_contain_text("Switched off on this device")
    timeline.locator("#detail").get_by_role("link", name="Document Export").click()
    features = timeline.locator("#detail")
    expect(features.get_by_role("heading", name="Document Export")).to_be_visible()
    features.get_by_role("button", name="Restore").click()
    expect(features.locator(".badge").first).to_have_text("Available")
