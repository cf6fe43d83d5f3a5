"""Importing flags from a file in the dashboard, and exporting them; stored items that are damaged."""

import json
import sqlite3

import pytest
from conftest import SMALL
from dashboard_server import TOMAS, dialog, opened
from playwright.sync_api import expect


def feature(name, strategy, **parameters):
    return {"name": name, "enabled": True, "strategies": [{"name": strategy, "parameters": parameters}]}


UNLEASH = {
    "version": 2,
    "features": [
        feature("search", "userWithId", userIds="ada"),
        feature("share", "gradualRolloutUserId", percentage="20"),
        feature("host", "applicationHostname"),
    ],
}


def choose(page, document, name="export.json"):
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    dialog(page).get_by_label("File", exact=True).set_input_files({"name": name, "mimeType": "", "buffer": content})


def open_import(page):
    page.get_by_role("button", name="More: import, export").click()
    page.get_by_role("menuitem", name="Import…").click()
    expect(dialog(page).get_by_role("heading", name="Import flags")).to_be_visible()


def test_a_file_is_previewed_and_imported_as_one_change(new_page, server, mara):
    page = opened(new_page, server, server.page("flags", "development"), size=SMALL)
    page.get_by_role("button", name="Import…").click()
    dialog(page).get_by_role("button", name="Continue…").click()
    expect(dialog(page).get_by_text("This field is required.")).to_be_visible()
    choose(page, UNLEASH)
    dialog(page).get_by_role("button", name="Continue…").click()
    expect(dialog(page).get_by_role("heading", name="Import Unleash?")).to_be_visible()
    expect(dialog(page).get_by_text("1 item of the file can’t be imported")).to_be_visible()
    expect(dialog(page).get_by_text("applicationHostname")).to_be_visible()
    expect(dialog(page).get_by_text("1 difference after the import")).to_be_visible()
    expect(dialog(page).get_by_text("People may be assigned anew.")).to_be_visible()
    expect(dialog(page).locator("ins").filter(has_text="ada").first).to_be_visible()
    dialog(page).get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("row", name="search")).to_be_visible()
    expect(page.get_by_role("row", name="share")).to_be_visible()
    change = mara.program("GET", "changes")["changes"][0]
    assert (change["number"], change["kind"]) == (1, "import")


def test_a_file_that_cant_be_read_is_explained_in_the_dialog(new_page, server, mara):
    mara.create("one", "One")
    page = opened(new_page, server, server.page("flags", "development"), expects=("422",))
    open_import(page)
    choose(page, b"flags: []", "flags.yaml")
    dialog(page).get_by_role("button", name="Continue…").click()
    expect(dialog(page).get_by_text("The file is neither JSON nor a property list")).to_be_visible()
    choose(page, {"editor": {"size": {"Value": 12}}})
    dialog(page).get_by_role("button", name="Continue…").click()
    expect(dialog(page).get_by_role("heading", name="Import JustTweak?")).to_be_visible()
    dialog(page).get_by_role("button", name="Cancel").click()
    assert mara.program("GET", "items")["program"]["change"] == 1


def test_all_flags_are_exported_as_a_file(new_page, server, mara):
    mara.create("one", "One")
    server.invite(mara, "viewer")
    page = opened(new_page, server, server.page("flags"), email=TOMAS)
    page.get_by_role("button", name="More: import, export").click()
    expect(page.get_by_role("menuitem", name="Import…")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Export").click()
    assert download.value.suggested_filename == f"{server.program}-flags.json"
    content = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert {item["name"] for item in content["items"]} == {"one"}


@pytest.mark.own_server
def test_a_damaged_item_is_named_and_the_others_are_shown(new_page, server, mara, tmp_path):
    mara.create("one", "One")
    mara.create("two", "Two")
    server.stop()
    with sqlite3.connect(tmp_path / "firesteel.sqlite") as database:
        for table in ("items", "item_versions"):
            database.execute(f"UPDATE {table} SET value = '{{' WHERE kind = 'flag' AND name = 'one'")
        database.execute("UPDATE changes SET body = '{' WHERE number = 1")
    server.start()
    page = opened(new_page, server, server.page("flags", "development"))
    expect(page.get_by_text("one isn’t sent to programs. Its stored value, written by change 1")).to_be_visible()
    expect(page.get_by_role("row", name="Two")).to_be_visible()
