"""The demo's flags: a file that is edited while it runs, the inspector in another tab, and a share of people."""

import re

import pytest
from conftest import overflows, violations
from demo import demo
from documents import EXPORT, entry, layout, open_document, open_menu, press, share, switch_export
from inspector import listening
from playwright.sync_api import expect


@pytest.fixture
def running(tmp_path):
    with demo(tmp_path) as running:
        yield running


def menu_of(page):
    """Opens the menu of the app, and marks the page so that a reload would be noticed."""
    page.evaluate("window.sameDocument = true")
    open_menu(page)
    expect(entry(page, "Export as HTML")).to_be_visible()
    return page


def flag_row(page, key):
    return page.locator(f'.row.flag[data-key="{key}"]')


def choose_flag(page, key):
    """Chooses a flag on the flags page, and waits until it is the one that is shown."""
    flag_row(page, key).click()
    expect(page.locator("#detail .detail-head")).to_contain_text(key)
    return page.locator("#detail")


def test_an_edited_flags_file_removes_the_entry_in_every_open_tab(running, new_page):
    tabs = [menu_of(new_page(running.app)) for _ in range(2)]
    running.edit_flags(switch_export(False))
    for tab in tabs:
        expect(entry(tab, "Export as HTML")).to_be_hidden()
    running.edit_flags(switch_export(True))
    for tab in tabs:
        expect(entry(tab, "Export as HTML")).to_be_visible()
        assert tab.evaluate("window.sameDocument")


def test_an_export_switched_off_meanwhile_shows_the_reason(running, new_page):
    app = new_page(running.app)
    open_document(app)
    menu_of(app)
    running.edit_flags(switch_export(False))
    expect(entry(app, "Export as HTML")).to_be_hidden()
    # As a page does that has not heard of it yet.
    app.evaluate("document.querySelector('[data-command=export]').click()")
    toast = app.locator(".toast.failure")
    expect(toast).to_contain_text(f"Document Export is unavailable: the flag {EXPORT} is off in flags.json.")
    expect(toast).to_contain_text(f"Change the flag {EXPORT}.")


def test_a_broken_flags_file_changes_nothing_and_the_log_has_the_place(running, new_page, screenshot):
    running.edit_flags(switch_export(False))
    app = new_page(running.app)
    open_menu(app)
    expect(entry(app, "Focus mode")).to_be_visible()
    expect(entry(app, "Export as HTML")).to_be_hidden()
    good = running.flags.read_text(encoding="utf-8")
    running.write_flags('{\n  "flags": {\n    "editor": wide\n')

    logs = listening(new_page, running.page("logs"))
    line = logs.locator(".row.line", has_text="The flags are unchanged")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Line 3, column 15")
    flags = listening(new_page, running.page("flags"))
    expect(flags.locator("#banners")).to_contain_text("Line 3, column 15")
    screenshot(flags, "documents-flags-broken")
    expect(entry(app, "Export as HTML")).to_be_hidden()

    running.write_flags(good)
    running.edit_flags(switch_export(True))
    expect(entry(app, "Export as HTML")).to_be_visible()
    expect(logs.locator(".row.line", has_text="is valid again")).to_have_count(1)
    expect(flags.locator("#banners")).not_to_contain_text("Line 3")


def test_switching_the_flag_off_on_the_features_page_removes_the_entry(running, new_page, screenshot):
    app = menu_of(new_page(running.app))
    features = new_page(running.page("features"))
    features.get_by_role("treeitem", name="Document Export").click()
    expect(features.locator("#selected")).to_have_text("Document Export")
    switch = features.locator(".detail").get_by_role("switch")
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(entry(app, "Export as HTML")).to_be_hidden()
    expect(features.locator(".detail .badge").first).to_have_text("Unavailable")
    expect(features.locator(".detail")).to_contain_text("Switched off on this device")
    screenshot(features, "documents-export-off")
    features.locator(".detail").get_by_role("button", name=re.compile("Restore")).click()
    expect(entry(app, "Export as HTML")).to_be_visible()
    assert app.evaluate("window.sameDocument")


def test_an_override_on_the_flags_page_removes_the_entry_and_outlives_the_program(tmp_path, new_page, screenshot):
    with demo(tmp_path) as first:
        app, flags = menu_of(new_page(first.app)), new_page(first.page("flags"))
        switch = choose_flag(flags, EXPORT).get_by_role("switch").first
        expect(switch).to_have_attribute("aria-checked", "true")
        switch.click()
        expect(entry(app, "Export as HTML")).to_be_hidden()
        expect(flag_row(flags, EXPORT).locator(".badge")).to_have_text("Overridden")
        flags.locator(".toast").get_by_role("button", name="Undo").click()
        expect(entry(app, "Export as HTML")).to_be_visible()
        # The app may receive it first, and the switch then does the opposite of what it shows.
        expect(switch).to_have_attribute("aria-checked", "true")
        switch.click()
        expect(entry(app, "Export as HTML")).to_be_hidden()
        expect(flag_row(flags, EXPORT).locator(".badge")).to_have_text("Overridden")
        # Taken here, since the toast with Undo doesn't wait for a picture.
        screenshot(flags, "documents-flags-override")
    with demo(tmp_path) as second:
        app, flags = new_page(second.app), new_page(second.page("flags"))
        open_menu(app)
        expect(entry(app, "Focus mode")).to_be_visible()
        expect(entry(app, "Export as HTML")).to_be_hidden()
        choose_flag(flags, EXPORT).get_by_role("button", name="Restore").click()
        expect(entry(app, "Export as HTML")).to_be_visible()


def test_a_change_of_the_file_appears_on_the_flags_page(running, new_page):
    flags = listening(new_page, running.page("flags"))
    value = flag_row(flags, "readingSpeed").locator(".value")
    expect(value).to_have_text("230")
    running.edit_flags(lambda found: found["readingSpeed"].update(defaultVariant="careful"))
    expect(value).to_have_text("150")


def test_the_variants_of_the_editor_differ_and_follow_an_override_immediately(running, new_page):
    running.edit_flags(lambda flags: share(flags, 0))
    app, flags = new_page(running.app), new_page(running.page("flags"))
    open_document(app)
    expect(app.locator("#app[data-layout=classic]")).to_have_count(1)
    toolbar, editor = app.get_by_role("toolbar", name="Markdown"), app.locator("#editor")
    expect(toolbar).to_be_hidden()
    app.get_by_role("button", name="Write", exact=True).click()
    padding = "element => parseFloat(getComputedStyle(element).paddingLeft)"
    narrow = editor.evaluate(padding)
    choose_flag(flags, "editor").get_by_role("button", name="wide", exact=True).click()
    expect(toolbar).to_be_visible()
    assert editor.evaluate(padding) < narrow

    editor.fill("one two")
    editor.evaluate("editor => editor.setSelectionRange(4, 7)")
    toolbar.get_by_role("button", name="Bold").click()
    expect(editor).to_have_value("one **two**")
    toolbar.get_by_role("button", name="Quote").click()
    expect(editor).to_have_value("> one **two**")
    toolbar.get_by_role("button", name="Quote").click()
    expect(editor).to_have_value("one **two**")
    app.keyboard.press("Control+z")
    expect(editor).to_have_value("> one **two**")
    flags.locator("#detail").get_by_role("button", name="classic", exact=True).click()
    expect(toolbar).to_be_hidden()

    documents = app.get_by_role("navigation", name="Documents")
    expect(documents).to_be_visible()
    flags.locator("#detail").get_by_role("button", name="focused", exact=True).click()
    expect(documents).to_be_hidden()
    assert app.locator("#document").bounding_box()["x"] == 0
    assert violations(app) == [] and overflows(app) <= 0


def test_a_user_has_the_same_editor_in_every_tab_and_after_a_restart(tmp_path, new_page):
    people = []
    with demo(tmp_path) as first:
        # Half of the people have it: both are there soon.
        for _ in range(40):
            page = new_page(first.app)
            people.append((page.context, layout(page)))
            if len({found for _, found in people}) == 2:
                break
        assert {found for _, found in people} == {"classic", "wide"}
        for browser, found in people:
            page = browser.new_page()
            page.goto(first.app)
            assert layout(page) == found
            page.reload()
            assert layout(page) == found
            for open_page in browser.pages:
                open_page.close()
        port = first.address.rstrip("/").rsplit(":", 1)[1]
    with demo(tmp_path, "--port", port) as second:
        pages = [(browser.new_page(), found) for browser, found in people]
        for page, found in pages:
            page.goto(second.app)
            assert layout(page) == found
        second.edit_flags(lambda flags: share(flags, 100))
        for page, _ in pages:
            expect(page.locator("#app[data-layout=wide]")).to_have_count(1)
        second.edit_flags(lambda flags: share(flags, 50))
        for page, found in pages:
            expect(page.locator(f"#app[data-layout={found}]")).to_have_count(1)


def test_the_inspector_explains_the_editor_of_a_user(running, new_page):
    app = new_page(running.app)
    found, person = layout(app), app.evaluate("localStorage.person")
    flags = new_page(running.page("flags"))
    detail = choose_flag(flags, "editor")
    detail.get_by_role("button", name="Use another context").click()
    detail.get_by_label("Targeting key").fill(person)
    detail.get_by_role("button", name="Explain").click()
    expect(detail.get_by_role("heading", name=f"Evaluation for “{person}”")).to_be_visible()
    expect(detail.locator(".steps li").last).to_contain_text(found)
    assert violations(flags) == []


def test_a_launch_argument_has_priority_over_the_file(tmp_path, new_page):
    with demo(tmp_path, "--flag", "editor=wide", "--flag", f"{EXPORT}=false") as running:
        app, flags = new_page(running.app), new_page(running.page("flags"))
        assert layout(app) == "wide"
        open_menu(app)
        expect(entry(app, "Focus mode")).to_be_visible()
        expect(entry(app, "Export as HTML")).to_be_hidden()
        expect(flag_row(flags, "editor").locator(".provider")).to_have_text("Launch arguments")


def test_another_flags_file_is_read_in_place(tmp_path, new_page):
    own = tmp_path / "own flags.json"
    own.write_text('{"flags": {"editor": {"state": "ENABLED", "variants": {"w": "wide"}, "defaultVariant": "w"}}}')
    with demo(tmp_path, "--flags", own) as running:
        assert running.flags == own
        app = new_page(running.app)
        assert layout(app) == "wide"
        open_document(app)
        press(app, "Premium")
        running.edit_flags(lambda flags: flags["editor"].update(variants={"w": "classic"}))
        expect(app.locator("#app[data-layout=classic]")).to_have_count(1)
