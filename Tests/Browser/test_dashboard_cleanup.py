"""The dashboard's flags to clean up: those that no session reports, and those that only the server or the code has."""

import base64
import hashlib
import json
import re
import sqlite3
import urllib.request

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_server import TOMAS, dialog, loaded, opened
from playwright.sync_api import expect


def send_catalogue(server, person, *keys, features=()):
    """Sends the catalogue of 3.4.1, which declares flags in lines 12, 13 and so on."""
    body = {"name": "App", "environment": "development", "kind": "server"}
    token = person.program("POST", "tokens", body)["token"]
    flag = {"type": "bool", "valueType": "Bool", "default": False, "kind": "release", "file": "Documents/Flags.swift"}
    catalogue = {
        "format": "1.1",
        "program": {"name": "Documents", "version": "3.4.1", "build": ""},
        "library": "1",
        "features": list(features),
        "flags": [{**flag, "key": key, "line": 12 + place} for place, key in enumerate(keys)],
        "requirements": [],
        "attributes": [],
    }
    body = json.dumps(catalogue).encode()
    request = urllib.request.Request(
        f"{server.origin}/ingest/v1/catalogues/3.4.1",
        method="PUT",
        data=body,
        headers={
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Content-Digest": f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:",
        },
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        assert response.status == 204


def pass_days(server, days):
    server.stop()
    database = sqlite3.connect(server.folder / "firesteel.sqlite")
    database.execute("UPDATE changes SET time = time - ?", (days * 86_400_000,))
    database.commit()
    database.close()
    server.start()


def thing(page, key):
    return page.locator(f".thing[data-key='{key}']")


@pytest.mark.own_server
def test_flags_that_only_the_server_or_only_the_code_has_are_listed(new_page, server, mara):
    # A permission may have the same value for everyone for a long time.
    mara.create("old-ruler", "Old Ruler", kind="permission")
    mara.create("fast-save", "Fast Save", kind="permission")
    pass_days(server, 40)
    send_catalogue(server, mara, "delta-upload", "fast-save")
    page = opened(new_page, server, server.page("flags", "development"))
    page.get_by_role("link", name="Cleanup 2").click()
    expect(page.get_by_role("heading", name="Not in the code 1")).to_be_visible()
    expect(thing(page, "old-ruler")).to_contain_text("None of the newest catalogues declares it. Archive it.")
    expect(page.get_by_role("heading", name="Declared but not defined 1")).to_be_visible()
    expect(thing(page, "delta-upload")).to_contain_text(
        "3.4.1 declares it in Documents/Flags.swift:12. Create it, or remove the declaration."
    )
    assert violations(page) == [] and overflows(page) == 0
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert overflows(page) == 0
    # The list is drawn again after a change of anyone.
    archive = thing(page, "old-ruler").get_by_role("button", name="Archive Old Ruler…")
    archive.focus()
    mara.create("third", "Third")
    expect(page.get_by_role("heading", name="Not in the code 1")).to_be_visible()
    expect(page.locator("#tabs a").first).to_have_text("All 3")
    expect(archive).to_be_focused()
    thing(page, "delta-upload").get_by_role("button", name="Create flag delta-upload…").click()
    expect(dialog(page).get_by_label("Key")).to_have_value("delta-upload")
    dialog(page).get_by_label("Name", exact=True).fill("Delta Upload of files")
    expect(dialog(page).get_by_label("Key")).to_have_value("delta-upload")
    dialog(page).get_by_role("button", name="Create flag").click()
    expect(dialog(page).locator("ins").first).to_be_visible()
    dialog(page).get_by_role("button", name="Create flag").click()
    expect(page.get_by_role("heading", name="Delta Upload of files", level=1)).to_be_visible()
    page.goto(server.page("flags?view=tidy", "development"))
    expect(thing(loaded(page), "old-ruler")).to_be_visible()
    expect(thing(page, "delta-upload")).to_have_count(0)


def test_a_program_without_flags_shows_those_of_its_code(new_page, server, mara):
    server.invite(mara, "viewer")
    send_catalogue(server, mara, "delta-upload")
    page = opened(new_page, server, server.page("flags", "development"), email=TOMAS)
    expect(page.get_by_role("heading", name="No flags yet")).to_be_visible()
    page.get_by_role("link", name="Cleanup 1").click()
    expect(thing(page, "delta-upload")).to_be_visible()
    # A viewer creates none.
    expect(thing(page, "delta-upload").get_by_role("button")).to_have_count(0)


def test_a_flag_that_no_session_reported_names_the_environments(new_page, server, mara):
    mara.create("old-ruler", "Old Ruler")
    page = opened(new_page, server, server.page("flags", "development"))
    # Thirty days of sessions take too long for a test.
    found = {"expired": [], "constant": [], "undeclared": [], "undefined": []}
    found["unreported"] = [{"name": "old-ruler", "environments": ["staging", "production"]}]
    body = json.dumps(found)
    page.route(re.compile("/cleanup$"), lambda route: route.fulfill(content_type="application/json", body=body))
    page.goto(server.page("flags?view=tidy", "development"))
    loaded(page)
    expect(page.get_by_role("heading", name="Not reported in 30 days 1")).to_be_visible()
    expect(thing(page, "old-ruler")).to_contain_text(
        "No session in Staging or Production reported it in 30 days. Check that no server uses it, then archive it."
    )
    expect(page.get_by_role("button", name="Archive Old Ruler…")).to_be_visible()


def test_the_code_of_a_value_that_everyone_has_is_copied(new_page, server, mara):
    mara.create("page-size", "Page size", variants={"small": "s", "large": "l"}, owner="Editor team")
    mara.create("fast-save", "Fast Save")
    mara.create("ruler", "Ruler")
    send_catalogue(server, mara, "other", "page-size")
    allowed = {"permissions": ["clipboard-read", "clipboard-write"], "size": SMALL, "theme": "dark"}
    page = opened(new_page, server, server.page("segments", "development"), **allowed)
    # Thirty days take too long for a test.
    found = {"expired": [], "unreported": [], "undeclared": [], "undefined": []}
    variants = {"page-size": "large", "fast-save": "on", "ruler": None}
    found["constant"] = [{"name": name, "variant": variant} for name, variant in variants.items()]
    page.route(re.compile("/cleanup$"), lambda route: route.fulfill(json=found))
    page.goto(server.page("flags?view=tidy", "development"))
    loaded(page)
    expect(thing(page, "page-size")).to_contain_text('"l" for everyone.')
    audit(page)
    page.get_by_role("button", name="Copy code of Page size").click()
    copied = page.locator(".toast").filter(has_text="Code copied.")
    expect(copied).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == (
        '// Documents/Flags.swift:13 in 3.4.1\nlet pageSize = Flag("page-size", default: "l", owner: "Editor team")\n'
    )
    copied.get_by_role("button", name="Dismiss").click()
    page.get_by_role("button", name="Copy code of Fast Save").click()
    expect(copied).to_be_visible()
    # No catalogue declares it.
    assert page.evaluate("navigator.clipboard.readText()") == 'let fastSave = Flag("fast-save", default: true)\n'
    # The program’s default is in the code.
    expect(thing(page, "ruler").get_by_role("button", name="Copy code")).to_have_count(0)


def test_a_key_that_only_the_code_has_is_hidden_in_this_browser(new_page, server, mara):
    send_catalogue(server, mara, "delta-upload", "fast-save")
    page = opened(new_page, server, server.page("flags?view=tidy", "development"), size=SMALL, theme="dark")
    expect(page.get_by_role("heading", name="Declared but not defined 2")).to_be_visible()
    page.get_by_role("button", name="Hide delta-upload for 30 days").click()
    expect(thing(page, "delta-upload")).to_have_count(0)
    expect(page.get_by_role("heading", name="Flags", level=1)).to_be_focused()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(thing(page, "delta-upload")).to_be_visible()
    for key in ("delta-upload", "fast-save"):
        page.get_by_role("button", name=f"Hide {key} for 30 days").click()
    expect(page.get_by_role("heading", name="Nothing to clean up")).to_be_visible()
    expect(page.get_by_role("link", name="Cleanup 0")).to_be_visible()
    page.reload()
    expect(loaded(page).get_by_text("2 keys are hidden in this browser.")).to_be_visible()
    audit(page)
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", name="Declared but not defined 2")).to_be_visible()
    page.get_by_role("button", name="Hide delta-upload for 30 days").click()
    expect(page.get_by_text("1 key is hidden in this browser.")).to_be_visible()
    # Thirty days pass.
    page.evaluate(
        "(key) => localStorage.setItem(key, JSON.stringify({'delta-upload': 1}))", f"firesteel.hidden.{server.program}"
    )
    page.reload()
    expect(thing(loaded(page), "delta-upload")).to_be_visible()
