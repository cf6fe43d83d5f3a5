"""Questions and undo in the demo: two versions of a file, a deleted document, an import in progress."""

import re

import pytest
from conftest import NARROW, WIDE, overflows, violations
from demo import demo
from documents import checkbox, open_document, open_menu, press
from playwright.sync_api import expect

ON_DISK = "# Plan\n\nWritten by another program.\n\nThe end\n"
OURS = "# Plan\n\nWritten in the page.\n\nThe end\n"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "Plan.md").write_text("# Plan\n\nAs it was.\n\nThe end\n", encoding="utf-8")
    (folder / "Other.md").write_text("# Other\n", encoding="utf-8")
    return folder


@pytest.fixture
def running(tmp_path, folder):
    # Long enough for an import to outlast the checks meanwhile.
    with demo(tmp_path, "--folder", folder, "--import-pause", "3000") as running:
        yield running


@pytest.fixture
def elsewhere(tmp_path):
    """A folder to import: forty documents and other files."""
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "Deep").mkdir(parents=True)
    for number in range(40):
        (elsewhere / "Deep" / f"Note {number:02}.md").write_text(f"# Note {number:02}\n", encoding="utf-8")
    (elsewhere / "picture.png").write_bytes(b"\x89PNG")
    return elsewhere


def look(app, screenshot, name):
    """Checks that the page is accessible and fits, on a screen and on a phone."""
    for size in (WIDE, NARROW):
        app.set_viewport_size({"width": size[0], "height": size[1]})
        screenshot(app, f"documents-{name}-{size[0]}")
        assert overflows(app) <= 0, (name, size)
        assert violations(app) == [], (name, size)
    app.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})


def conflict(app, folder):
    """Writes the same document in the page and on disk, and saves."""
    open_document(app, "Plan")
    app.locator("#editor").fill(OURS)
    (folder / "Plan.md").write_text(ON_DISK, encoding="utf-8")
    app.get_by_role("button", name="Save").click()
    dialog = app.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="“Plan” has changed on disk")).to_be_visible()
    return dialog


# Two versions


def test_a_file_that_changed_on_disk_is_compared_before_it_is_replaced(running, folder, new_page, screenshot):
    app = new_page(running.app)
    dialog = conflict(app, folder)
    expect(dialog.get_by_role("button", name="Not now")).to_be_focused()
    look(app, screenshot, "conflict")
    dialog.get_by_role("button", name="Compare").click()
    expect(dialog.get_by_role("heading", name="Two versions of “Plan”")).to_be_visible()
    differences = dialog.get_by_role("region", name="Differences")
    expect(differences.locator(".mine")).to_have_text(["Yours: Written in the page."])
    expect(differences.locator(".theirs")).to_have_text(["On disk: Written by another program."])
    look(app, screenshot, "conflict-compared")
    # Until the user decides, the file has the other program's text.
    assert (folder / "Plan.md").read_text(encoding="utf-8") == ON_DISK
    dialog.get_by_role("button", name="Keep mine").click()
    expect(dialog).to_be_hidden()
    expect(app.locator("#status")).to_contain_text("Saved")
    assert (folder / "Plan.md").read_text(encoding="utf-8") == OURS
    expect(app.locator("#editor")).to_have_value(OURS)


def test_a_file_that_changed_on_disk_remains_until_the_user_decides_and_can_replace_the_text(running, folder, new_page):
    app = new_page(running.app)
    conflict(app, folder).get_by_role("button", name="Not now").click()
    expect(app.get_by_role("dialog")).to_be_hidden()
    expect(app.locator("#editor")).to_have_value(OURS)
    expect(app.locator("#status")).to_contain_text("Not saved")
    assert (folder / "Plan.md").read_text(encoding="utf-8") == ON_DISK
    app.get_by_role("button", name="Save").click()
    app.get_by_role("dialog").get_by_role("button", name="Use version on disk").click()
    expect(app.locator("#editor")).to_have_value(ON_DISK)
    expect(app.locator("#status")).to_contain_text("Saved")
    assert (folder / "Plan.md").read_text(encoding="utf-8") == ON_DISK


# What was deleted


def test_undo_restores_a_deleted_document(running, folder, new_page):
    app = new_page(running.app)
    row = app.get_by_role("option", name="Plan")
    before = (folder / "Plan.md").read_text(encoding="utf-8")
    open_document(app, "Plan")
    app.get_by_role("button", name="Delete").click()
    toast = app.locator(".toast", has_text="“Plan” deleted.")
    expect(toast).to_be_visible()
    expect(row).to_have_count(0)
    expect(app.get_by_role("heading", name="No document open")).to_be_visible()
    # What the mouse is over stays, however long the audit takes.
    toast.hover()
    assert not (folder / "Plan.md").exists()
    assert violations(app) == []
    toast.get_by_role("button", name="Undo").click()
    expect(app.locator(".toast", has_text="“Plan” restored.")).to_be_visible()
    expect(toast).to_have_count(0)
    expect(row).to_be_visible()
    expect(app.locator("#title")).to_have_text("Plan")
    assert (folder / "Plan.md").read_text(encoding="utf-8") == before


# Imports


def imported(folder):
    return len(list(folder.glob("Deep/*.md")))


def test_an_import_shows_its_progress_and_can_be_stopped(running, folder, elsewhere, new_page, screenshot):
    app = new_page(running.app)
    dialog = app.locator("#import")
    press(app, "Import folder…")
    field = dialog.get_by_role("textbox", name="Folder on this computer")
    expect(field).to_be_focused()
    look(app, screenshot, "import")
    field.fill(str(elsewhere / "nothing"))
    field.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("nothing")
    expect(field).to_be_focused()
    look(app, screenshot, "import-refused")
    field.fill(str(elsewhere))
    field.press("Enter")
    bar = dialog.get_by_role("progressbar", name="Files imported")
    expect(bar).to_have_attribute("max", "40")
    expect(dialog.get_by_role("status")).to_have_text(re.compile(r"^[1-9]\d* of 40: .*Note \d\d"))
    expect(dialog.get_by_role("button", name="Import")).to_be_disabled()
    expect(dialog.get_by_role("button", name="Stop")).to_be_focused()
    look(app, screenshot, "import-runs")
    dialog.get_by_role("button", name="Stop").click()
    expect(dialog).to_be_hidden()
    toast = app.locator(".toast", has_text="Stopped.")
    expect(toast).to_have_text(re.compile(r"^Stopped\. \d+ documents? imported\."))
    number = int(re.search(r"\d+", toast.inner_text())[0])
    assert 0 < number == imported(folder) < 40
    expect(app.get_by_role("option", name="Note 00")).to_be_visible()


def test_an_import_ends_by_itself(tmp_path, folder, elsewhere, new_page):
    with demo(tmp_path, "--folder", folder) as running:
        app = new_page(running.app)
        press(app, "Import folder…")
        app.locator("#import-path").fill(str(elsewhere))
        app.locator("#import-path").press("Enter")
        expect(app.locator(".toast", has_text="40 documents imported.")).to_be_visible()
        expect(app.locator("#import")).to_be_hidden()
        assert imported(folder) == 40 and not list(folder.glob("**/*.png"))
        press(app, "Import folder…")
        expect(app.get_by_role("button", name="Cancel")).to_be_visible()
        expect(app.locator("#import-progress")).to_be_hidden()


def test_switching_the_import_off_stops_a_running_one(running, folder, elsewhere, new_page):
    app, other = new_page(running.app), new_page(running.app)
    press(app, "Import folder…")
    app.locator("#import-path").fill(str(elsewhere))
    app.locator("#import-path").press("Enter")
    expect(app.locator("#import-text")).to_contain_text("of 40")
    # Pressed before the page knows that it is on, it would be switched on.
    open_menu(other)
    expect(checkbox(other, "Import")).to_have_attribute("aria-checked", "true")
    press(other, "Import")
    expect(app.locator(".toast", has_text="Stopped.")).to_be_visible()
    expect(app.locator("#import")).to_be_hidden()
    assert imported(folder) < 40
