"""What leads into the demo and out of it: links, what can be continued, usage figures, purchases, the inspector."""

import os
import subprocess
import time
from pathlib import Path

import pytest
from conftest import NARROW, WIDE, overflows, violations
from demo import demo, program
from documents import checkbox, open_document, open_menu
from playwright.sync_api import expect


@pytest.fixture
def running(tmp_path):
    with demo(tmp_path) as running:
        yield running


def open_link(folder, *arguments):
    """Runs `documents open` as somebody in a terminal does, in the folder that the demo was started in."""
    return subprocess.run(
        [program(), "open", *arguments],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def wait_until(condition, seconds=10):
    """Waits for something outside the browser."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def usage_switch(page):
    return page.locator("[data-command=toggle-usage]")


def test_a_link_from_the_command_line_is_opened_in_the_tab_that_was_used_last(running, new_page, tmp_path):
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
    assert missing.returncode == 1 and "no longer in the folder" in missing.stderr
    expect(app.locator(".toast.problem", has_text="no longer in the folder")).to_be_visible()

    # What isn't saved is asked about first.
    app.locator("#editor").fill("Not saved")
    assert open_link(tmp_path, "documents://open/Welcome").returncode == 0
    app.locator("#ask").get_by_role("button", name="Stay here").click()
    expect(app.locator("#title")).to_have_text("The lighthouse")
    expect(app.locator("#editor")).to_have_value("Not saved")


def test_an_address_opens_a_document_in_its_own_tab_and_asks_before_it_makes_one(running, new_page):
    app = new_page(running.app + "open/Kitchen/Bread")
    expect(app.locator("#title")).to_have_text("Bread")
    assert app.url == running.app
    app.goto(running.app + "new?title=From%20a%20link")
    dialog = app.locator("#ask")
    expect(dialog).to_contain_text("Make a new document and open it?")
    expect(dialog).to_contain_text("From%20a%20link")
    expect(dialog.get_by_role("button", name="No")).to_be_focused()
    dialog.get_by_role("button", name="No").click()
    expect(dialog).to_be_hidden()
    expect(app.get_by_role("option", name="From a link")).to_have_count(0)
    app.goto(running.app + "new?title=From%20a%20link")
    dialog.get_by_role("button", name="Do it").click()
    expect(app.locator("#title")).to_have_text("From a link")


def test_documents_of_the_last_run_are_continued_and_found(tmp_path, new_page):
    with demo(tmp_path) as first:
        app = new_page(first.app)
        expect(app.locator("#recent")).to_be_hidden()
        open_document(app)
        open_document(app, "Bread")
        app.get_by_role("button", name="Close the document").click()
        expect(app.locator("#recent-list li")).to_have_count(2)
    with demo(tmp_path) as second:
        app = new_page(second.app)
        timeline = new_page(second.page("timeline"))
        expect(app.locator("#recent-list li")).to_have_text(["BreadKitchen", "The lighthouse"])
        app.locator("#recent-search").fill("light")
        expect(app.locator("#recent-list li")).to_have_count(1)
        app.locator("#recent-list").get_by_role("button", name="The lighthouse").click()
        expect(app.locator("#title")).to_have_text("The lighthouse")
        timeline.locator(".row.event", has_text="Open Document").click()
        expect(timeline.locator(".detail")).to_contain_text("activity", ignore_case=True)
        app.get_by_role("button", name="Delete").click()
        expect(app.locator("#recent-list li")).to_have_text(["BreadKitchen"])


def test_usage_figures_are_written_once_somebody_agrees_and_go_with_the_consent(running, new_page):
    app = new_page(running.app)
    open_menu(app)
    expect(usage_switch(app)).to_have_attribute("aria-checked", "false")
    path = Path(app.locator("#usage-file").inner_text())
    assert path.suffix == ".jsonl" and not path.exists()
    usage_switch(app).click()
    open_menu(app)
    expect(usage_switch(app)).to_have_attribute("aria-checked", "true")
    open_document(app)
    wait_until(lambda: path.exists() and "document-open" in path.read_text(encoding="utf-8"))
    assert "lighthouse" not in path.read_text(encoding="utf-8")
    open_menu(app)
    usage_switch(app).click()
    open_menu(app)
    expect(usage_switch(app)).to_have_attribute("aria-checked", "false")
    assert not path.exists()


def test_the_inspector_sets_premium_by_hand_and_performs_what_shows_something(running, new_page):
    app, access = new_page(running.app), new_page(running.page("access"))
    expect(access.get_by_text("documents.premium").first).to_be_visible()
    access.get_by_role("combobox", name="Premium: counts as").select_option("granted")
    open_menu(app)
    expect(checkbox(app, "Premium")).to_have_attribute("aria-checked", "true")
    expect(checkbox(app, "Statistics")).to_be_visible()


@pytest.mark.parametrize("size, theme", [(WIDE, "light"), (NARROW, "dark")])
def test_what_leads_in_and_out_is_accessible_and_fits(running, new_page, screenshot, size, theme):
    app = new_page(running.app, size=size, theme=theme)
    open_document(app)
    app.locator("#close:visible, #back:visible").first.click()
    open_menu(app)
    screenshot(app, f"documents-edges-{size[0]}-{theme}")
    assert overflows(app) <= 0
    assert violations(app) == []
    app.goto(running.app + "new?title=Plan")
    expect(app.locator("#ask")).to_be_visible()
    assert overflows(app) <= 0
    assert violations(app) == []
