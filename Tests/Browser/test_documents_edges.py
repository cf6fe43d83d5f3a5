"""The demo's connections to the outside: links, activities, usage figures, purchases, the inspector."""

import json
import os
import re
import subprocess
import zipfile
from pathlib import Path

import pytest
from conftest import NARROW, WIDE, overflows, violations, wait_until
from demo import demo, program
from documents import checkbox, open_document, open_menu, press
from inspector import listening
from playwright.sync_api import expect


@pytest.fixture
def running(tmp_path):
    with demo(tmp_path) as running:
        yield running


def open_link(folder, *arguments):
    """Runs `documents open` as in a terminal, in the folder of the demo."""
    return subprocess.run(
        [program(), "open", *arguments],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def usage_switch(page):
    return page.locator("[data-command=toggle-usage]")


def switch_usage(page):
    """Presses the switch, and waits for the answer: the pages are notified before the consent changes."""
    with page.expect_response("**/perform/switch-feature"):
        usage_switch(page).click()


def test_a_link_from_the_command_line_opens_in_the_most_recent_tab(running, new_page, tmp_path):
    assert open_link(tmp_path, "documents://open/Welcome").returncode == 5
    app, other = new_page(running.app), new_page(running.app)
    expect(other.locator("#connection")).to_have_text("Connected")
    app.get_by_role("option", name="Welcome").click()
    expect(app.locator("#title")).to_have_text("Welcome")
    done = open_link(tmp_path, "documents://open/The%20lighthouse")
    assert (done.returncode, done.stdout) == (0, "Done.\n")
    expect(app.locator("#title")).to_have_text("The lighthouse")
    expect(other.locator("#title")).to_be_hidden()
    missing = open_link(tmp_path, "documents://open/Nothing")
    assert missing.returncode == 1 and "isn’t in the folder" in missing.stderr
    expect(app.locator(".toast.failure", has_text="isn’t in the folder")).to_be_visible()

    # What isn't saved is asked about first.
    app.locator("#editor").fill("Not saved")
    assert open_link(tmp_path, "documents://open/Welcome").returncode == 0
    app.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(app.locator("#title")).to_have_text("The lighthouse")
    expect(app.locator("#editor")).to_have_value("Not saved")


def test_an_address_opens_a_document_in_its_own_tab_and_asks_before_creating_one(running, new_page):
    app = new_page(running.at("open/Kitchen/Bread"))
    expect(app.locator("#title")).to_have_text("Bread")
    expect(app).to_have_url(running.address)
    app.goto(running.at("new?title=From%20a%20link"))
    dialog = app.get_by_role("dialog")
    expect(dialog).to_contain_text("Create a document and open it?")
    expect(dialog).to_contain_text("From%20a%20link")
    expect(dialog.get_by_role("button", name="Don’t allow")).to_be_focused()
    dialog.get_by_role("button", name="Don’t allow").click()
    expect(dialog).to_be_hidden()
    expect(app.get_by_role("option", name="From a link")).to_have_count(0)
    app.goto(running.at("new?title=From%20a%20link"))
    dialog.get_by_role("button", name="Allow", exact=True).click()
    expect(app.locator("#title")).to_have_text("From a link")


def test_a_page_without_the_token_shows_nothing_until_the_address_is_opened(running, new_page):
    app = new_page(running.address, expects=("403",))
    locked = app.get_by_role("dialog", name="Open the address that Documents printed")
    expect(locked).to_be_visible()
    app.keyboard.press("Escape")
    expect(locked).to_be_visible()
    expect(app.get_by_role("option")).to_have_count(0)
    assert violations(app) == []
    # In another tab of the same browser it is enough for this one.
    other = app.context.new_page()
    other.goto(running.app)
    expect(app.get_by_role("option", name="Welcome")).to_be_visible()
    for page in (app, other):
        expect(page).to_have_url(running.address)
    for page in (app, other):
        page.goto(running.address + "open/Kitchen/Bread")
        expect(page.locator("#title")).to_have_text("Bread")


def test_unsaved_text_returns_with_the_token_of_the_next_run(tmp_path, new_page):
    with demo(tmp_path) as first:
        app = new_page(first.app, expects=("403", "Failed to fetch", "net::"))
        open_document(app)
        port = first.address.rstrip("/").rsplit(":", 1)[1]
    app.locator("#editor").fill("Not saved")
    with demo(tmp_path, "--port", port, "--new-token") as second:
        expect(app.get_by_role("dialog", name="Open the address that Documents printed")).to_be_visible()
        app.goto(second.app)
        expect(app.locator("#title")).to_have_text("The lighthouse")
        expect(app.locator("#editor")).to_have_value("Not saved")


def test_a_gift_code_is_redeemed_and_shown_as_hidden(running, new_page):
    app, timeline = new_page(running.app), listening(new_page, running.page("timeline"))
    press(app, "Redeem gift code…")
    dialog = app.get_by_role("dialog")
    dialog.get_by_label("Code").fill("too short")
    dialog.get_by_role("button", name="Redeem").click()
    expect(dialog).to_contain_text("Enter its 16 letters and digits.")
    dialog.get_by_label("Code").fill("ABCDEFGH12345678")
    dialog.get_by_role("button", name="Redeem").click()
    expect(dialog).to_be_hidden()
    open_menu(app)
    expect(checkbox(app, "Premium")).to_have_attribute("aria-checked", "true")
    timeline.locator(".row.event", has_text="Redeem").first.click()
    expect(timeline.locator(".detail")).to_contain_text("Hidden by its type")
    assert "ABCDEFGH12345678" not in timeline.content()


def test_documents_of_the_last_run_can_be_found_and_continued(tmp_path, new_page):
    with demo(tmp_path) as first:
        app = new_page(first.app)
        expect(app.locator("#recent")).to_be_hidden()
        open_document(app)
        open_document(app, "Bread")
        app.get_by_role("button", name="Close document").click()
        expect(app.locator("#recent-list li")).to_have_count(2)
    with demo(tmp_path) as second:
        app = new_page(second.app)
        timeline = listening(new_page, second.page("timeline"))
        expect(app.locator("#recent-list li")).to_have_text(["BreadKitchen", "The lighthouse"])
        app.locator("#recent-search").fill("light")
        expect(app.locator("#recent-list li")).to_have_count(1)
        app.locator("#recent-list").get_by_role("button", name="The lighthouse").click()
        expect(app.locator("#title")).to_have_text("The lighthouse")
        timeline.locator(".row.event", has_text="Open Document").click()
        expect(timeline.locator(".detail")).to_contain_text("activity", ignore_case=True)
        app.get_by_role("button", name="Delete").click()
        expect(app.locator("#recent-list li")).to_have_text(["BreadKitchen"])


def test_usage_figures_are_written_with_consent_and_deleted_without_it(running, new_page):
    app = new_page(running.app)
    open_menu(app)
    expect(usage_switch(app)).to_have_attribute("aria-checked", "false")
    expect(app.locator("#usage-file")).to_contain_text(".jsonl")
    path = Path(app.locator("#usage-file").inner_text())
    assert path.suffix == ".jsonl" and not path.exists()
    switch_usage(app)
    open_menu(app)
    expect(usage_switch(app)).to_have_attribute("aria-checked", "true")
    open_document(app)
    wait_until(lambda: path.exists() and "document-open" in path.read_text(encoding="utf-8"))
    assert "lighthouse" not in path.read_text(encoding="utf-8")
    open_menu(app)
    switch_usage(app)
    open_menu(app)
    expect(usage_switch(app)).to_have_attribute("aria-checked", "false")
    assert not path.exists()


def test_recent_documents_are_continued_from_the_list_on_a_phone(tmp_path, new_page, screenshot):
    with demo(tmp_path) as running:
        first = new_page(running.app)
        open_document(first)
        app = new_page(running.app, size=NARROW)
        summary = app.locator("#recent summary")
        expect(summary).to_have_text("Continue where you left off")
        # Folded, it leaves the list its place.
        expect(app.locator("#recent-list")).to_be_hidden()
        expect(app.get_by_role("option", name="Welcome")).to_be_in_viewport()
        summary.tap()
        found = app.locator("#recent-list").get_by_role("button", name="The lighthouse")
        expect(found).to_be_visible()
        screenshot(app, "documents-recent-390")
        assert overflows(app) <= 0
        assert violations(app) == []
        found.tap()
        expect(app.locator("#title")).to_have_text("The lighthouse")
        app.get_by_role("button", name="Back to list").tap()
        expect(summary).to_be_visible()
        # Where there is room for both it stands beside the list, unfolded.
        app.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        expect(app.locator("#nothing").get_by_role("button", name="The lighthouse")).to_be_visible()


# The inspector beside the app


def override(access, name, choice):
    access.get_by_role("combobox", name=f"{name}: status").select_option(choice)


def test_the_inspector_overrides_premium(running, new_page):
    app, access = new_page(running.app), new_page(running.page("access"))
    expect(access.get_by_text("documents.premium").first).to_be_visible()
    override(access, "Premium", "granted")
    open_menu(app)
    expect(checkbox(app, "Premium")).to_have_attribute("aria-checked", "true")
    expect(checkbox(app, "Statistics")).to_be_visible()


def test_the_inspector_overrides_a_permission_and_restores_it(running, new_page):
    access = new_page(running.page("access"))
    camera = access.locator(".thing", has_text="Camera")
    reported = camera.locator("strong").inner_text()
    override(access, "Camera", "denied")
    expect(camera.locator("strong")).to_have_text(re.compile("^Camera Denied Overridden"))
    expect(access.locator("#facts")).to_contain_text("1 overridden")
    # The program has it, and not the page alone.
    access.reload()
    expect(camera.locator(".badge")).to_have_text("Overridden")
    override(access, "Camera", "")
    expect(camera.locator("strong")).to_have_text(reported)


def test_the_command_menu_performs_an_action_with_a_form_in_the_app(running, new_page):
    app, features = new_page(running.app), new_page(running.page("features"))
    expect(app.locator("#connection")).to_have_text("Connected")
    features.locator("[role=treeitem]").first.wait_for()
    features.keyboard.press("Control+k")
    features.get_by_role("combobox").fill("create document")
    # The program's actions arrive after the menu opened.
    expect(features.get_by_role("option").first).to_contain_text("Create Document")
    features.keyboard.press("Enter")
    form = features.locator("form.perform")
    title = form.get_by_role("textbox", name="Title")
    expect(title).to_be_focused()
    title.fill("From the inspector")
    title.press("Enter")
    expect(form.locator(".answer")).to_contain_text("Success after")
    expect(app.locator("#title")).to_have_text("From the inspector")
    expect(app.get_by_role("option", name="From the inspector")).to_be_visible()
    # A second one of that name fails, and both the page and the form say why.
    form.get_by_role("button", name="Perform again").click()
    expect(form.locator(".answer")).to_contain_text("Failure after")
    expect(form.locator(".answer")).to_contain_text("From the inspector")
    expect(app.locator(".toast.failure", has_text="From the inspector")).to_be_visible()
    form.get_by_role("link", name="Show in timeline").click()
    expect(features).to_have_url(re.compile("/timeline"))
    created = features.locator(".row.event", has_text="Create Document")
    expect(created).to_have_count(2)
    expect(features.locator("#selected")).to_contain_text("Create Document")
    expect(features.locator(".detail .note.failure")).to_contain_text("From the inspector")


def test_the_inspector_tests_a_link_and_performs_it_in_the_app(running, new_page):
    app, routes = new_page(running.app), new_page(running.page("routes"))
    expect(app.locator("#connection")).to_have_text("Connected")
    field = routes.get_by_label("Try a link")
    field.fill("documents://open/Welcome")
    field.press("Enter")
    result = routes.locator(".tester .result")
    expect(result).to_contain_text("Performs Document Management › Open Document with open/**(document)")
    expect(result.locator(".pairs")).to_contain_text("Welcome from the path")
    expect(app.locator("#title")).to_be_hidden()
    result.get_by_role("button", name="Perform").click()
    expect(result.locator(".answer")).to_contain_text("Success after")
    expect(app.locator("#title")).to_have_text("Welcome")
    field.fill("documents://open/Nothing")
    field.press("Enter")
    # Until then the button is that of the link before.
    expect(result.locator(".pairs")).to_contain_text("Nothing from the path")
    result.get_by_role("button", name="Perform").click()
    expect(result.locator(".answer")).to_contain_text("isn’t in the folder")
    expect(app.locator("#title")).to_have_text("Welcome")


def test_the_inspector_continues_an_activity_in_the_app(running, new_page):
    app, activities = new_page(running.app), listening(new_page, running.page("activities"))
    open_document(app)
    open_document(app, "Welcome")
    kept = activities.get_by_role("list", name="Stored").get_by_role("button", name="Continue The lighthouse")
    kept.click()
    expect(activities.locator(".answer")).to_contain_text("Success after")
    expect(app.locator("#title")).to_have_text("The lighthouse")


def test_a_report_is_downloaded_with_the_actions_of_the_program(running, new_page, tmp_path):
    app, runs = new_page(running.app), new_page(running.page("runs"))
    open_document(app)
    runs.get_by_role("button", name="Download report…").click()
    with runs.expect_download(timeout=60_000) as download:
        runs.get_by_role("button", name="Download", exact=True).click()
    # First: it doesn't stay for long.
    expect(runs.locator(".toast", has_text="Report downloaded.")).to_be_visible()
    name = download.value.suggested_filename
    assert re.fullmatch(r"Documents-.*\.report\.zip", name)
    download.value.save_as(tmp_path / name)
    with zipfile.ZipFile(tmp_path / name) as report:
        assert report.testzip() is None
        texts = {entry: report.read(entry).decode() for entry in report.namelist()}
    performs = [json.loads(line) for line in texts["timeline/timeline.jsonl"].splitlines()]
    assert any("OpenDocument" in json.dumps(perform) for perform in performs)
    assert "documents.premium" in texts["purchases/purchases.json"]
    assert "Camera" in texts["permissions/permissions.json"]
    # The program keeps nothing of it.
    wait_until(lambda: not list(tmp_path.glob("**/reports/*.zip")))


def test_links_and_recent_documents_are_accessible_and_fit(running, new_page, screenshot):
    app = new_page(running.app, size=NARROW)

    def look(name):
        for size, theme in ((WIDE, "light"), (NARROW, "dark")):
            app.set_viewport_size({"width": size[0], "height": size[1]})
            app.emulate_media(color_scheme=theme)
            screenshot(app, f"documents-{name}-{size[0]}-{theme}")
            assert overflows(app) <= 0, (name, size)
            assert violations(app) == [], (name, size)

    open_document(app)
    app.locator("#close:visible, #back:visible").first.click()
    open_menu(app)
    look("edges")
    expect(app.locator("#menu")).to_be_visible()
    app.goto(running.at("new?title=Plan"))
    expect(app.get_by_role("dialog")).to_be_visible()
    look("link")
    expect(app.get_by_role("dialog")).to_be_visible()
