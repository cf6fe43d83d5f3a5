"""Unsaved text in the demo: each tab has its own draft, and none is lost when a document is deleted, when another tab
writes, or when the program is down."""

import signal

import pytest
from conftest import NARROW, WIDE, overflows, violations
from demo import demo
from documents import open_document
from playwright.sync_api import expect

DOWN = ("Failed to fetch", "net::")


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "Plan.md").write_text("As it was.\n", encoding="utf-8")
    (folder / "Other.md").write_text("Another one.\n", encoding="utf-8")
    return folder


@pytest.fixture
def running(tmp_path, folder):
    with demo(tmp_path, "--folder", folder) as running:
        yield running


def write(page, text):
    """Writes an unsaved text and waits for its draft."""
    page.locator("#editor").fill(text)
    expect(page.locator("#status")).to_have_text("Not saved, draft stored")


def writing(new_page, running, text, **options):
    page = new_page(running.app, **options)
    open_document(page, "Plan")
    write(page, text)
    return page


def deleted(page):
    return page.locator(".toast", has_text="“Plan” deleted.")


def kill(running):
    running.process.send_signal(signal.SIGKILL)
    running.process.wait(timeout=60)


def connected(page):
    expect(page.locator("#connection")).to_have_text("Connected")


def test_undo_restores_the_drafts_of_every_tab(running, new_page):
    app, other = writing(new_page, running, "Mine."), writing(new_page, running, "Theirs.")
    # Written immediately before, and not stored yet.
    app.locator("#editor").fill("Mine, at the last moment.")
    app.get_by_role("button", name="Delete").click()
    expect(other.locator("#note")).to_contain_text("This document was deleted elsewhere.")
    expect(other.locator("#editor")).to_have_value("Theirs.")
    deleted(app).get_by_role("button", name="Undo").click()
    expect(app.locator("#title")).to_have_text("Plan")
    expect(app.locator("#editor")).to_have_value("Mine, at the last moment.")
    expect(other.locator("#note")).to_be_hidden()
    other.reload()
    expect(other.locator("#editor")).to_have_value("Theirs.")
    app.reload()
    expect(app.locator("#editor")).to_have_value("Mine, at the last moment.")


def test_undo_is_offered_until_it_was_possible_and_restores_the_draft_after_a_restart(tmp_path, folder, new_page):
    options = ("--folder", folder)
    with demo(tmp_path, *options) as first:
        app = writing(new_page, first, "Mine.", expects=DOWN)
        app.get_by_role("button", name="Delete").click()
        expect(deleted(app)).to_be_visible()
        assert not (folder / "Plan.md").exists()
        kill(first)
    deleted(app).get_by_role("button", name="Undo").click()
    expect(deleted(app)).to_be_visible()
    deleted(app).hover()
    with demo(tmp_path, *options, ports=first.ports):
        connected(app)
        deleted(app).get_by_role("button", name="Undo").click()
        expect(app.locator("#title")).to_have_text("Plan")
        expect(app.locator("#editor")).to_have_value("Mine.")
        assert (folder / "Plan.md").read_text(encoding="utf-8") == "As it was.\n"


def test_a_document_deleted_and_restored_under_another_name_is_followed(running, folder, new_page):
    app, other = writing(new_page, running, "Mine."), writing(new_page, running, "Theirs.")
    app.get_by_role("button", name="Delete").click()
    expect(other.locator("#note")).to_contain_text("deleted elsewhere")
    (folder / "Plan.md").write_text("By another program.\n", encoding="utf-8")
    deleted(app).get_by_role("button", name="Undo").click()
    expect(app.locator("#title")).to_have_text("Plan 2")
    expect(other.locator("#title")).to_have_text("Plan 2")
    expect(other.locator("#editor")).to_have_value("Theirs.")
    other.locator("#save").click()
    expect(other.locator("#status")).to_contain_text("Saved")
    assert (folder / "Plan 2.md").read_text(encoding="utf-8") == "Theirs."
    assert (folder / "Plan.md").read_text(encoding="utf-8") == "By another program.\n"


def test_two_tabs_have_their_own_drafts(running, folder, new_page, screenshot):
    app = writing(new_page, running, "Mine.")
    other = writing(new_page, running, "Theirs.")
    write(app, "Mine again.")
    for page, text in ((app, "Mine again."), (other, "Theirs.")):
        page.reload()
        expect(page.locator("#editor")).to_have_value(text)
    app.locator("#save").click()
    expect(app.locator("#status")).to_contain_text("Saved")
    other.reload()
    expect(other.locator("#editor")).to_have_value("Theirs.")
    # The file isn't what the other text is based on.
    other.locator("#save").click()
    expect(other.get_by_role("heading", name="“Plan” has changed on disk")).to_be_visible()
    assert (folder / "Plan.md").read_text(encoding="utf-8") == "Mine again."


def test_a_draft_of_another_tab_is_compared_used_and_discarded(running, folder, new_page, screenshot):
    writing(new_page, running, "Theirs.").close()
    app = new_page(running.app)
    open_document(app, "Plan")
    expect(app.locator("#editor")).to_have_value("As it was.\n")
    note = app.locator("#drafts")
    expect(note).to_contain_text("Another tab has an unsaved draft of this document, stored ")
    write(app, "Mine.")
    for size in (WIDE, NARROW):
        app.set_viewport_size({"width": size[0], "height": size[1]})
        note.get_by_role("button", name="Compare…").click()
        dialog = app.get_by_role("dialog", name="Draft of “Plan”")
        expect(dialog.locator(".mine")).to_have_text(["Draft: Theirs."])
        expect(dialog.locator(".theirs")).to_have_text(["Yours: Mine."])
        expect(dialog.get_by_role("button", name="Not now")).to_be_focused()
        screenshot(app, f"documents-draft-{size[0]}")
        assert overflows(app) <= 0
        assert violations(app) == []
        dialog.get_by_role("button", name="Not now").click()
    app.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    note.get_by_role("button", name="Compare…").click()
    dialog.get_by_role("button", name="Use draft").click()
    expect(app.locator("#editor")).to_have_value("Theirs.")
    expect(note).to_be_hidden()
    # The text that was replaced is an undo away.
    app.locator("#editor").press("Control+z")
    expect(app.locator("#editor")).to_have_value("Mine.")
    expect(app.locator("#status")).to_have_text("Not saved, draft stored")
    assert (folder / "Plan.md").read_text(encoding="utf-8") == "As it was.\n"

    other = writing(new_page, running, "Another one.")
    app.reload()
    note.get_by_role("button", name="Compare…").click()
    dialog.get_by_role("button", name="Discard draft").click()
    # It is that of an open tab, which retains it.
    expect(app.locator(".toast.failure", has_text="Another open tab is writing this draft.")).to_be_visible()
    other.reload()
    expect(other.locator("#editor")).to_have_value("Another one.")


def test_an_open_tab_is_notified_of_a_draft_of_another_one_and_of_its_saving(running, new_page):
    app = new_page(running.app)
    open_document(app, "Plan")
    note = app.locator("#drafts")
    expect(note).to_be_hidden()
    other = writing(new_page, running, "Theirs.")
    expect(note).to_contain_text("Another tab has an unsaved draft of this document")
    expect(app.locator("#editor")).to_have_value("As it was.\n")
    # What it continued since then is compared.
    write(other, "Theirs, continued.")
    note.get_by_role("button", name="Compare…").click()
    dialog = app.get_by_role("dialog", name="Draft of “Plan”")
    expect(dialog.locator(".mine")).to_have_text(["Draft: Theirs, continued."])
    dialog.get_by_role("button", name="Not now").click()
    other.locator("#save").click()
    expect(other.locator("#status")).to_contain_text("Saved")
    expect(note).to_be_hidden()
    expect(app.locator("#note")).to_contain_text("This document was saved elsewhere.")
    expect(other.locator("#drafts")).to_be_hidden()


def test_a_discarded_draft_is_restored_by_undo(running, folder, new_page):
    closed = writing(new_page, running, "Theirs.")
    closed.close()
    app = new_page(running.app)
    open_document(app, "Plan")
    note = app.locator("#drafts")
    drafts = folder / ".documents/drafts"
    before = {draft.name: draft.read_text(encoding="utf-8") for draft in drafts.glob("Plan.md*")}
    assert len(before) == 1
    # The tab of the draft is closed five seconds after its page.
    discarded = app.locator(".toast", has_text="Draft discarded.")

    def discard():
        note.get_by_role("button", name="Compare…").click()
        app.get_by_role("dialog").get_by_role("button", name="Discard draft").click()
        app.locator(".toast").first.wait_for()
        return discarded.count() > 0

    for _ in range(60):
        if discard():
            break
        app.wait_for_timeout(1_000)
        app.get_by_role("button", name="Dismiss").first.click()
    expect(note).to_be_hidden()
    assert list(drafts.glob("Plan.md*")) == []
    discarded.get_by_role("button", name="Undo").click()
    expect(note).to_contain_text("Another tab has an unsaved draft of this document")
    assert {draft.name: draft.read_text(encoding="utf-8") for draft in drafts.glob("Plan.md*")} == before
    note.get_by_role("button", name="Compare…").click()
    app.get_by_role("dialog").get_by_role("button", name="Use draft").click()
    expect(app.locator("#editor")).to_have_value("Theirs.")


def test_a_duplicated_tab_has_its_own_draft(running, new_page):
    app = writing(new_page, running, "Mine.")
    copy = app.context.new_page()
    copy.goto(running.app)
    connected(copy)
    # As browsers do when they duplicate a tab.
    copy.evaluate("stored => Object.assign(sessionStorage, stored)", app.evaluate("({...sessionStorage})"))
    copy.reload()
    expect(copy.locator("#title")).to_have_text("Plan")
    write(copy, "Of the copy.")
    app.reload()
    expect(app.locator("#editor")).to_have_value("Mine.")
    copy.reload()
    expect(copy.locator("#editor")).to_have_value("Of the copy.")


def test_text_written_while_the_program_is_down_survives_a_reload(tmp_path, folder, new_page, screenshot):
    options = ("--folder", folder)
    with demo(tmp_path, *options) as first:
        app = writing(new_page, first, "Mine.", expects=DOWN)
        kill(first)
        away = app.locator("#away")
        expect(away).to_contain_text("Documents hasn’t responded since")
        app.locator("#editor").fill("Written while it was down.")
        expect(app.locator("#status")).to_have_text("Not saved")
        for size in (WIDE, NARROW):
            app.set_viewport_size({"width": size[0], "height": size[1]})
            screenshot(app, f"documents-away-{size[0]}")
            assert overflows(app) <= 0
            assert violations(app) == []
        # Typing repeats no message.
        assert app.locator(".toast").count() == 0
        # The browser asks first; reloading nevertheless shows an error page.
        asked = []
        app.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
            app.reload()
        assert asked == ["beforeunload"]
    with demo(tmp_path, *options, ports=first.ports) as second:
        app.goto(second.address)
        expect(app.locator("#title")).to_have_text("Plan")
        expect(app.locator("#editor")).to_have_value("Written while it was down.")
        expect(app.locator("#status")).to_have_text("Not saved, draft stored")
        expect(away).to_be_hidden()
        drafts = [draft.read_text(encoding="utf-8") for draft in (folder / ".documents/drafts").glob("Plan.md*")]
        assert [draft.split("\n", 1)[1] for draft in drafts] == ["Written while it was down."]


def test_the_message_that_the_program_is_down_ends_when_it_is_back(tmp_path, folder, new_page):
    options = ("--folder", folder)
    with demo(tmp_path, *options) as first:
        app = writing(new_page, first, "Mine.", expects=DOWN)
        kill(first)
        app.locator("#save").click()
        failed = app.locator(".toast.failure", has_text="Documents is unreachable.")
        expect(failed).to_be_visible()
        # Asked again, it is one message.
        app.locator("#save").click()
        expect(failed).to_have_count(1)
        assert violations(app) == []
    with demo(tmp_path, *options, ports=first.ports):
        connected(app)
        back = app.locator(".toast", has_text="Documents is connected again.")
        expect(back).to_be_visible()
        expect(failed).to_have_count(0)
        # Screen readers read what is added there.
        assert back.evaluate("toast => toast.parentElement.getAttribute('aria-live')") == "polite"
        expect(app.locator("#away")).to_be_hidden()
        app.locator("#save").click()
        expect(app.locator("#status")).to_contain_text("Saved")


def test_a_newer_draft_is_shown_instead_of_an_older_text_of_the_page(tmp_path, folder, new_page):
    options = ("--folder", folder)
    with demo(tmp_path, *options) as first:
        app = writing(new_page, first, "Mine.", expects=DOWN)
        kill(first)
        expect(app.locator("#away")).to_contain_text("Documents hasn’t responded since")
        app.locator("#editor").fill("Older.")
        app.wait_for_function("() => sessionStorage.rescued?.includes('Older.')")
    with demo(tmp_path, *options, ports=first.ports):
        connected(app)
        expect(app.locator("#status")).to_have_text("Not saved, draft stored")
        write(app, "Newer.")
        app.wait_for_function("() => sessionStorage.rescued === undefined")
        app.reload()
        expect(app.locator("#editor")).to_have_value("Newer.")
        # What a page that ended in between left isn't newer than the saved text either.
        app.locator("#save").click()
        expect(app.locator("#status")).to_contain_text("Saved")
        app.reload()
        expect(app.locator("#title")).to_have_text("Plan")
        expect(app.locator("#editor")).to_have_value("Newer.")
        assert app.evaluate("() => sessionStorage.rescued === undefined")
        assert (folder / "Plan.md").read_text(encoding="utf-8") == "Newer."


def test_the_draft_of_a_renamed_document_has_its_new_name(running, folder, new_page):
    app, other = writing(new_page, running, "Mine."), new_page(running.app)
    open_document(other, "Plan")
    other.get_by_role("button", name="Rename").click()
    name = other.get_by_role("dialog").get_by_role("textbox")
    name.fill("Map")
    # Written while the name changes, and not stored yet.
    app.locator("#editor").fill("Mine, at the last moment.")
    name.press("Enter")
    expect(other.locator("#title")).to_have_text("Map")
    expect(app.locator("#title")).to_have_text("Map")
    expect(app.locator("#status")).to_have_text("Not saved, draft stored")
    write(app, "Mine, and more.")
    drafts = [draft for draft in (folder / ".documents/drafts").iterdir() if draft.is_file()]
    assert [draft.name.split(".md")[0] for draft in drafts] == ["Map"]
    assert drafts[0].read_text(encoding="utf-8").split("\n", 1)[1] == "Mine, and more."
    app.reload()
    expect(app.locator("#title")).to_have_text("Map")
    expect(app.locator("#editor")).to_have_value("Mine, and more.")
    assert (folder / "Map.md").read_text(encoding="utf-8") == "As it was.\n"


def test_the_inspector_changes_another_document_than_the_open_one(running, folder, new_page):
    app = writing(new_page, running, "Mine.")
    features = new_page(running.page("features"))
    features.locator("[role=treeitem]").first.wait_for()
    features.keyboard.press("Control+k")
    features.get_by_role("combobox").fill("rename document")
    # The program's actions arrive after the menu opened.
    expect(features.get_by_role("option").first).to_contain_text("Rename Document")
    features.keyboard.press("Enter")
    form = features.locator("form.perform")
    form.get_by_role("textbox", name="Document").fill("Other")
    form.get_by_role("textbox", name="New name").fill("Renamed")
    form.get_by_role("button", name="Perform").click()
    form.get_by_text("Success").wait_for()
    expect(app.get_by_role("option", name="Renamed")).to_be_visible()
    expect(app.locator("#title")).to_have_text("Plan")
    app.locator("#save").click()
    expect(app.locator("#status")).to_contain_text("Saved")
    assert (folder / "Plan.md").read_text(encoding="utf-8") == "Mine."
    assert (folder / "Renamed.md").read_text(encoding="utf-8") == "Another one.\n"
