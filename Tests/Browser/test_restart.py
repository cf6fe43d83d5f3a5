"""The real demo is killed, crashes, and is started again, while its pages and those of its inspector are open."""

import re
import signal

from conftest import NARROW, WIDE, overflows, violations
from demo import demo
from documents import open_document, press
from inspector import listening, ready
from playwright.sync_api import expect

LOST = "The program hasn’t responded since"
OF_A_CRASH = ("Failed to fetch", "net::")


def crash(app, running, how):
    press(app, "Crash now…")
    app.get_by_role("dialog").get_by_role("button", name=how).click()
    running.process.wait(timeout=60)


def test_pages_outlive_the_program_and_follow_its_next_process(tmp_path, new_page):
    with demo(tmp_path) as first:
        inspector = ready(listening(new_page, first.page("features"), expects=OF_A_CRASH), "features")
        app = new_page(first.app, expects=OF_A_CRASH)
        open_document(app)
        app.locator("#editor").fill("# The lighthouse\n\nNot saved.\n")
        for page in (inspector, app):
            page.evaluate("window.stillTheSame = true")
        nav = inspector.locator("#nav")
        nav.get_by_role("link", name=re.compile("^Timeline")).click()
        inspector.locator(".row.event", has_text="Open Document").first.wait_for()
        # A page that wasn't loaded says that the program is unreachable instead.
        inspector.locator("main:not([aria-busy])").wait_for()
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(timeout=60)
        inspector.get_by_text(LOST).wait_for()
        # In the document, without loading.
        nav.get_by_role("link", name=re.compile("^Features")).click()
        ready(inspector, "features")
        nav.get_by_role("link", name=re.compile("^Timeline")).click()
        inspector.locator(".row.event", has_text="Open Document").first.wait_for()
        expect(inspector.locator(".program")).to_contain_text("Unreachable")
        expect(app.locator("#connection")).to_have_text("Unreachable, reconnecting")
    with demo(tmp_path, ports=first.ports) as second:
        assert (second.app, second.inspector) == (first.app, first.inspector)
        inspector.get_by_text(LOST).wait_for(state="detached")
        expect(inspector.locator(".program")).to_contain_text("Running")
        expect(app.locator("#connection")).to_have_text("Connected")
        expect(app.locator("#editor")).to_have_value("# The lighthouse\n\nNot saved.\n")
        app.get_by_role("button", name="Save").click()
        expect(app.locator("#status")).to_contain_text("Saved")
        inspector.locator(".row.event", has_text="Save Document").first.wait_for()
        assert inspector.evaluate("window.stillTheSame") and app.evaluate("window.stillTheSame")


def test_a_replaced_token_is_entered(tmp_path, new_page):
    with demo(tmp_path) as first:
        page = ready(listening(new_page, first.page("features"), expects=("401", *OF_A_CRASH)), "features")
    with demo(tmp_path, "--new-token", ports=first.ports) as second:
        assert second.inspector != first.inspector
        page.get_by_role("heading", name="The program doesn’t accept this token").wait_for()
        page.get_by_label("Token or address").fill(second.inspector)
        page.get_by_role("button", name="Connect").click()
        ready(page, "features")


def test_the_next_start_reports_a_fatal_error_everywhere(tmp_path, new_page, screenshot):
    with demo(tmp_path, backtrace=None) as first:
        app = new_page(first.app, expects=OF_A_CRASH)
        open_document(app)
        assert app.locator("#crashed").is_hidden()
        crash(app, first, "fatalError")
    with demo(tmp_path, ports=first.ports) as second:
        # On the terminal.
        reported = next(line for line in second.printed if line.startswith("Crash:"))
        found = re.fullmatch(r"Crash:\s+The last run crashed during Crash Now\. Show: (\S+)", reported)
        # In Documents.
        note = app.locator("#crashed")
        expect(note).to_contain_text("The last run crashed during Crash Now.")
        assert note.get_by_role("link", name="Show").get_attribute("href") == found[1]
        assert violations(app) == []
        # Above the page, and not over it.
        app.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        screenshot(app, "documents-crashed-390")
        assert overflows(app) <= 0
        below = note.bounding_box()["y"] + note.bounding_box()["height"]
        assert app.locator(".document-head").bounding_box()["y"] >= below
        expect(app.locator("#editor")).to_be_in_viewport(ratio=0.9)
        app.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        screenshot(app, "demo-crashed-app")
        # On the first page.
        home = new_page(second.inspector)
        ending = home.locator(".ending")
        expect(ending.get_by_role("heading")).to_have_text("The last run crashed during Crash Now")
        message = re.compile("CrashNow.swift:.*Fatal error: A crash was requested.$")
        expect(ending.locator(".message")).to_have_text(message)
        assert violations(home) == []
        screenshot(home, "demo-home-crashed")
        # From its end.
        runs = new_page(found[1])
        expect(runs.locator("#selected")).to_have_text("Crashed during Crash Now")
        expect(runs.locator(".fatal")).to_contain_text("A crash was requested.")
        # A preview may have begun after it.
        expect(runs.locator(".steps li", has_text="Crash Now")).to_contain_text("The run ended here.")
        expect(runs.locator(".trace li.own").first).to_contain_text("CrashKind.crash")
        expect(runs.locator(".trace li.own").nth(1)).to_contain_text("CrashNow.perform")
        screenshot(runs, "demo-crash-page")
        assert violations(runs) == []
        note.get_by_role("button", name="Dismiss").click()
        expect(note).to_be_hidden()
        app.reload()
        expect(app.locator("#connection")).to_have_text("Connected")
        expect(note).to_be_hidden()


def test_a_first_start_explains_the_inspector_and_links_the_app(tmp_path, new_page, screenshot):
    with demo(tmp_path) as running:
        home = ready(new_page(running.inspector), "home")
        expect(home.get_by_role("heading", name="This is Documents while it runs")).to_be_visible()
        screenshot(home, "demo-home-first")
        with home.context.expect_page() as opened:
            home.locator(".welcome").get_by_role("link", name="Open Documents").click()
        expect(opened.value.locator("#connection")).to_have_text("Connected")


def test_an_import_that_a_crash_interrupted_says_so_when_the_page_is_back(tmp_path, new_page):
    logbook = tmp_path / "Logbook"
    logbook.mkdir()
    for number in range(40):
        (logbook / f"Entry {number:02}.md").write_text(f"# Entry {number}\n")
    folder = tmp_path / "Own"
    folder.mkdir()
    options = ("--folder", folder, "--import-pause", "500")
    with demo(tmp_path, *options) as first:
        app = new_page(first.app, expects=OF_A_CRASH)
        press(app, "Import folder…")
        app.locator("#import-path").fill(str(logbook))
        app.locator("#import-start").click()
        expect(app.locator("#import-text")).to_contain_text("3 of 40")
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(timeout=60)
        expect(app.locator("#import-text")).to_contain_text("Documents is unreachable")
    imported = len(list(folder.glob("*.md")))
    with demo(tmp_path, *options, ports=first.ports) as second:
        error = app.locator("#import-error")
        expect(error).to_contain_text("The import was interrupted when Documents ended")
        shown = int(re.search(r"(\d+) of 40 documents", error.inner_text())[1])
        assert imported - 1 <= shown <= imported
        expect(app.locator("#import-start")).to_be_enabled()
        expect(app.locator("#crashed")).to_contain_text("The last run ended abnormally during Import Folder.")
        runs = new_page(second.page("runs"))
        expect(runs.locator(".detail .mark.interrupted").first).to_be_visible()
        expect(runs.locator(".detail .mark.in-flight")).to_have_count(0)


def test_an_import_dialog_closes_without_the_program_and_the_next_page_says_what_was_imported(tmp_path, new_page):
    logbook = tmp_path / "Logbook"
    logbook.mkdir()
    for number in range(40):
        (logbook / f"Entry {number:02}.md").write_text(f"# Entry {number}\n")
    folder = tmp_path / "Own"
    folder.mkdir()
    options = ("--folder", folder, "--import-pause", "500")
    with demo(tmp_path, *options) as first:
        app = new_page(first.app, expects=OF_A_CRASH)
        press(app, "Import folder…")
        app.locator("#import-path").fill(str(logbook))
        app.locator("#import-start").click()
        expect(app.locator("#import-text")).to_contain_text("3 of 40")
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(timeout=60)
        expect(app.locator("#import-text")).to_contain_text("Documents is unreachable")
        dialog = app.locator("#import")
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_be_hidden()
        press(app, "Import folder…")
        app.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
    imported = len(list(folder.glob("*.md")))
    # The page itself is another one. Without leaving it, it might connect again, and say so, before it is left.
    app.goto("about:blank")
    with demo(tmp_path, *options, ports=first.ports) as second:
        app.goto(second.app)
        said = app.locator(".toast.failure", has_text="The import was interrupted when Documents ended.")
        expect(said).to_be_visible()
        shown = int(re.search(r"(\d+) of 40 documents", said.inner_text())[1])
        assert imported - 1 <= shown <= imported
        said.get_by_role("button", name="Dismiss").click()
        app.reload()
        expect(app.locator("#connection")).to_have_text("Connected")
        expect(said).to_have_count(0)
        press(app, "Import folder…")
        expect(app.locator("#import-start")).to_be_enabled()
