"""A tab of the demo: what a reload retains, where the focus goes, what a switch changes, and unknown addresses."""

import re
from pathlib import Path

import pytest
from conftest import NARROW, WIDE, overflows, violations
from demo import demo
from documents import checkbox, open_document, open_menu, press
from playwright.sync_api import expect

LONG = "A name without a space that never ends " + "and-never-ends" * 9


@pytest.fixture
def running(tmp_path):
    with demo(tmp_path) as running:
        yield running


@pytest.fixture
def app(running, new_page):
    page = new_page(running.app)
    expect(page.locator("#connection")).to_have_text("Connected")
    return page


def test_a_reload_retains_the_open_document_and_a_closed_one_stays_closed(app):
    open_document(app)
    app.reload()
    expect(app.locator("#title")).to_have_text("The lighthouse")
    app.get_by_role("button", name="Close document").click()
    expect(app.locator("#nothing")).to_be_visible()
    app.reload()
    app.get_by_role("option", name="Welcome").wait_for()
    expect(app.locator("#nothing")).to_be_visible()
    assert app.locator(".toast").count() == 0


def test_a_document_deleted_meanwhile_stays_closed_after_a_reload(app, running, new_page):
    open_document(app, "Ideas")
    other = new_page(running.app)
    open_document(other, "Ideas")
    other.get_by_role("button", name="Delete").click()
    other.get_by_text("“Ideas” deleted.").wait_for()
    app.reload()
    app.get_by_role("option", name="Welcome").wait_for()
    expect(app.locator("#nothing")).to_be_visible()
    assert app.locator(".toast.failure").count() == 0


def test_the_focus_moves_to_the_list_after_a_document_was_deleted_or_closed(app):
    open_document(app, "Ideas")
    app.get_by_role("button", name="Delete").press("Enter")
    app.get_by_text("“Ideas” deleted.").wait_for()
    expect(app.get_by_role("option", name="Ideas")).to_have_count(0)
    assert app.evaluate("document.activeElement.closest('#list') !== null")
    open_document(app, "Welcome")
    app.get_by_role("button", name="Close document").press("Enter")
    expect(app.locator("#nothing")).to_be_visible()
    assert app.evaluate("document.activeElement.closest('#list') !== null")


def test_a_long_name_fits_into_a_dialog(app):
    app.get_by_role("button", name="New").click()
    app.get_by_role("dialog").get_by_role("textbox").fill(LONG)
    app.get_by_role("button", name="Create").click()
    expect(app.locator("#title")).to_have_text(LONG)
    app.locator("#editor").fill("changed")
    app.locator("#close, #back").locator("visible=true").click()
    dialog = app.get_by_role("dialog")
    dialog.get_by_role("heading", name=re.compile("Save changes")).wait_for()
    for size in (WIDE, NARROW):
        app.set_viewport_size({"width": size[0], "height": size[1]})
        assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth") and overflows(app) <= 0
        assert violations(app) == []


def test_a_new_search_shows_its_results_from_the_first(tmp_path, new_page):
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(80):
        (folder / f"Note {number:02}.md").write_text(f"# Note {number:02}\n\nA lamp.\n")
    with demo(tmp_path, "--folder", folder) as running:
        app = new_page(running.app)
        expect(app.get_by_role("option")).to_have_count(80)
        for query in ("lamp", "note", ""):
            app.get_by_role("option").last.scroll_into_view_if_needed()
            expect(app.get_by_role("option").first).not_to_be_in_viewport()
            app.locator("#search").fill(query)
            expect(app.get_by_role("option").first).to_be_in_viewport()


COVERED = """() => {
    const toasts = [...document.querySelectorAll(".toast")].map((toast) => toast.getBoundingClientRect());
    const isCovered = (own) => own.width > 0 && toasts.some((other) =>
        own.left < other.right && other.left < own.right && own.top < other.bottom && other.top < own.bottom);
    return [...document.querySelectorAll("button, input, select, a")]
        .filter((control) => !control.closest(".toast, .skip") && isCovered(control.getBoundingClientRect()))
        .map((control) => control.id || control.textContent);
}"""


def test_an_error_covers_no_control_and_appears_once(app, screenshot):
    open_document(app, "Ideas")
    folder = Path(app.locator("#where").get_attribute("title"))
    (folder / "Ideas.md").unlink()
    app.locator("#editor").fill("changed")
    for _ in range(3):
        app.locator("#editor").press("Control+s")
        expect(app.locator(".toast.failure")).to_have_count(1)
    app.locator("#editor").focus()
    for width in (1024, 1360):
        app.set_viewport_size({"width": width, "height": 700})
        screenshot(app, f"documents-error-{width}")
        assert app.evaluate(COVERED) == [], width


def test_a_toast_is_reachable_while_a_dialog_is_open(running, app, new_page):
    other = new_page(running.app)
    press(other, "Preview")
    toast = app.locator(".toast", has_text="Preview is unavailable")
    toast.wait_for()
    press(app, "Redeem gift code…")
    toast.get_by_role("button", name="Dismiss").click()
    expect(toast).to_have_count(0)
    press(other, "Preview")
    app.locator(".toast", has_text="Preview is available.").wait_for()
    app.keyboard.press("Escape")
    expect(app.get_by_role("dialog")).to_be_hidden()
    expect(app.locator("body > .toasts .toast")).to_be_visible()


def test_switching_premium_and_the_preview_says_what_changed(app):
    open_menu(app)
    checkbox(app, "Premium").click()
    app.get_by_text("Premium is on. Statistics is in the menu.").wait_for()
    open_document(app)
    expect(app.locator("#modes")).to_be_visible()
    open_menu(app)
    checkbox(app, "Preview").click()
    app.get_by_text("Preview is unavailable: Switched off by the user.", exact=True).wait_for()
    expect(app.locator("#modes")).to_be_hidden()
    open_menu(app)
    checkbox(app, "Preview").click()
    app.get_by_text("Preview is available.").wait_for()
    open_menu(app)
    checkbox(app, "Premium").click()
    app.get_by_text("Premium is off. Statistics needs it.").wait_for()
    assert app.get_by_text("Premium is on.").count() == 0


def test_an_address_without_a_page_says_so_and_leads_back(running, new_page):
    for address, heading in ((running.app, "Documents"), (running.inspector, "Home")):
        origin = address.split("#")[0].rstrip("/")
        page = new_page(address, expects=("404",))
        page.get_by_role("heading", name=heading).first.wait_for()
        response = page.goto(f"{origin}/nothing/here")
        assert response.status == 404
        page.get_by_role("heading", name="Page not found").wait_for()
        assert violations(page) == []
        page.get_by_role("link", name=re.compile("^Open")).click()
        page.get_by_role("heading", name=heading).first.wait_for()


def test_every_published_action_can_be_performed_in_the_selected_tab(running, app, new_page):
    other = new_page(running.app)
    expect(other.locator("#connection")).to_have_text("Connected")
    inspector = new_page(running.page("features"))
    inspector.locator("[role=treeitem]").first.wait_for()
    inspector.keyboard.press("Control+k")
    inspector.get_by_text("Tab 1", exact=True).click()
    inspector.get_by_role("group", name="Perform in Tab 1", exact=True).wait_for()
    impossible = inspector.get_by_role("group", name="Can’t be performed in Tab 1", exact=True)
    reasons = set(impossible.locator(".why").all_inner_texts())
    assert reasons == {"Not published", "Premium isn’t bought"}
    inspector.get_by_role("combobox").fill("enter focus")
    expect(inspector.get_by_role("option").first).to_contain_text("Enter Focus")
    inspector.keyboard.press("Enter")
    app.get_by_text("Open a document first.").wait_for()
    inspector.locator("form.perform").get_by_text("Success").wait_for()
    inspector.keyboard.press("Escape")
    inspector.get_by_role("combobox").fill("switch premium")
    expect(inspector.get_by_role("option").first).to_contain_text("Switch Premium")
    inspector.keyboard.press("Enter")
    form = inspector.locator("form.perform")
    form.get_by_role("switch", name="On").click()
    form.get_by_role("button", name="Perform").click()
    form.get_by_text("Success").wait_for()
    app.get_by_text("Premium is on.").wait_for()
    form.get_by_role("link", name="Show in timeline").click()
    inspector.locator("#selected", has_text="Switch Premium").wait_for()
    expect(inspector.locator(".detail")).to_contain_text("Tab 1")
    assert other.locator("#app[data-focus]").count() == 0


def test_an_event_is_performed_again_with_a_changed_input(running, app, new_page):
    app.get_by_role("button", name="New").click()
    app.get_by_role("dialog").get_by_role("textbox").fill("Map")
    app.get_by_role("button", name="Create").click()
    expect(app.locator("#title")).to_have_text("Map")
    inspector = new_page(running.page("timeline"))
    inspector.locator(".row.event", has_text="Create Document").click()
    inspector.get_by_role("button", name="Perform again…").click()
    title = inspector.get_by_role("textbox", name="Title")
    expect(title).to_have_value("Map")
    title.fill("Atlas")
    inspector.locator("form.perform").get_by_role("button", name="Perform", exact=True).click()
    inspector.locator("form.perform").get_by_text("Success").wait_for()
    expect(app.locator("#title")).to_have_text("Atlas")


def test_an_imported_folder_is_not_performed_again_with_its_name_as_a_path(running, app, new_page, tmp_path):
    open_menu(app)
    app.locator("#menu").get_by_role("menuitem", name="Import folder…").click()
    app.locator("#import-path").fill(f"{tmp_path}/Private/Missing")
    app.get_by_role("button", name="Import", exact=True).click()
    expect(app.locator("#import-error")).to_contain_text(f"{tmp_path}/Private/Missing")
    inspector = new_page(running.page("timeline"))
    inspector.locator(".row.event", has_text="Import Folder").click()
    expect(inspector.locator(".detail")).to_contain_text("There is no folder at …/Missing.")
    assert "Private" not in inspector.locator("main").inner_text()
    inspector.get_by_role("button", name="Perform again…").click()
    expect(inspector.get_by_role("textbox", name="Path")).to_have_value("")
    inspector.get_by_text("The timeline doesn’t contain “Path” of this input.").wait_for()
