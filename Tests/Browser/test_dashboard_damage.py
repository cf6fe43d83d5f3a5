"""Stored rows that can't be read: pages name them, and show the others."""

import json
import re
import sqlite3

import pytest
from dashboard_server import dialog, opened
from playwright.sync_api import expect

pytestmark = pytest.mark.own_server


def damage(server, folder, *statements):
    server.stop()
    with sqlite3.connect(folder / "firesteel.sqlite") as database:
        for statement in statements:
            database.execute(statement)
    server.start()


def test_a_damaged_change_is_named_above_the_others(new_page, server, tmp_path):
    mara = server.first()
    mara.create("one", "One")
    mara.create("two", "Two")
    damage(server, tmp_path, "UPDATE changes SET kind = 'gift' WHERE number = 1")
    page = opened(new_page, server, server.page("changes", "development"))
    note = "1 change can’t be read (1): the stored data is damaged. Restore a backup."
    expect(page.get_by_text(note)).to_be_visible()
    expect(page.locator(".change")).to_have_count(1)


def test_an_export_has_a_line_for_damaged_content_and_stops_at_other_errors(new_page, server, tmp_path):
    mara = server.first()
    mara.create("one", "One")
    mara.create("two", "Two")
    damage(server, tmp_path, "UPDATE changes SET body = '{' WHERE number = 1")
    page = opened(new_page, server, server.page("changes", "development"), expects=("500",))
    export = page.get_by_role("button", name="Export")
    with page.expect_download() as download:
        export.click()
    lines = [json.loads(line) for line in download.value.path().read_text(encoding="utf-8").splitlines()]
    assert lines[-1]["number"] == 1 and lines[-1]["isDamaged"] is True
    assert not any(line.get("isDamaged") for line in lines[:-1])
    # Another error isn't damage, and no file says so.
    failure = {"error": {"code": "internal", "message": "The server failed."}}
    page.route(re.compile(r"/changes/1$"), lambda route: route.fulfill(status=500, json=failure))
    downloads = []
    page.on("download", lambda download: downloads.append(download))
    export.click()
    expect(page.get_by_text("The server failed.")).to_be_visible()
    assert downloads == []


def test_a_damaged_account_and_role_are_named_in_the_settings(new_page, server, tmp_path):
    mara = server.first()
    server.invite(mara, "editor")
    damage(
        server,
        tmp_path,
        "UPDATE roles SET role = 'owner'",
        "UPDATE accounts SET is_disabled = 7 WHERE name <> 'Mara Lindt'",
    )
    page = opened(new_page, server, server.page("settings", "development"))
    accounts = page.get_by_role("region", name="Accounts")
    expect(accounts.get_by_text("They can’t sign in. Restore a backup.")).to_be_visible()
    people = page.get_by_role("region", name="People and roles")
    expect(people.get_by_text("They give no rights. Restore a backup.")).to_be_visible()
    expect(people.get_by_role("row", name="Mara Lindt")).to_be_visible()
    accounts.get_by_role("button", name=re.compile("^Remove .*…$")).click()
    dialog(page).get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator(".toast").filter(has_text="Account removed.")).to_be_visible()
    expect(accounts.get_by_text("They can’t sign in.")).to_have_count(0)
