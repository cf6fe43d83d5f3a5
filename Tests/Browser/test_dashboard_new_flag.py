"""A new flag in the dashboard with its declaration, and several flags at once: expiry, and what a switch leaves out."""

import re

from conftest import SMALL, audit, violations
from dashboard_server import dialog, opened
from playwright.sync_api import expect

DECLARATION = """let importBatch = Flag(
    "import-batch",
    default: 1,
    description: "Documents at once",
    owner: "Storage team",
    expires: FlagDate(year: 2099, month: 3, day: 31),
    kind: .experiment)
"""


def test_a_new_flag_has_a_description_an_expiry_and_a_declaration(new_page, server, mara):
    address = server.page("flags?open=new", "development")
    allowed = {"permissions": ["clipboard-read", "clipboard-write"], "size": SMALL, "theme": "dark"}
    page = opened(new_page, server, address, **allowed)
    asked = dialog(page)
    asked.get_by_role("button", name="Copy declaration").click()
    expect(asked.get_by_text("This field is required.")).to_be_visible()
    asked.get_by_label("Name", exact=True).fill("Import batch")
    asked.get_by_label("Description").fill("Documents at once")
    asked.get_by_label("Type").select_option("Integer")
    asked.get_by_label("Owner").fill("Storage team")
    asked.get_by_label("Expires").fill("2099-03-31")
    asked.get_by_role("radio", name=re.compile("^Experiment")).check()
    audit(page)
    asked.get_by_role("button", name="Copy declaration").click()
    expect(page.locator(".toast").filter(has_text="Declaration copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == DECLARATION
    asked.get_by_role("button", name="Create flag").click()
    expect(dialog(page).locator("ins").filter(has_text="expires: 2099-03-31")).to_be_visible()
    dialog(page).get_by_role("button", name="Create flag").click()
    expect(page.get_by_role("heading", name="Import batch", level=1)).to_be_visible()
    value = mara.items()["flag", "import-batch", None]["value"]
    assert (value["description"], value["expires"]) == ("Documents at once", "2099-03-31")


def test_the_expiry_of_several_flags_is_set(new_page, server, mara):
    mara.create("one", "One")
    mara.create("two", "Two")
    page = opened(new_page, server, server.page("flags", "development"))
    page.get_by_label("Select One").check()
    page.get_by_label("Select Two").check()
    page.get_by_role("button", name="Expiry…").click()
    dialog(page).get_by_role("textbox", name="Expires, empty for never").fill("2099-03-31")
    dialog(page).get_by_role("button", name="Continue…").click()
    expect(dialog(page).locator("ins").filter(has_text="expires: 2099-03-31")).to_have_count(2)
    dialog(page).get_by_role("button", name="Change", exact=True).click()
    expect(page.locator("#bulk")).to_be_hidden()
    items = mara.items()
    assert [items["flag", key, None]["value"]["expires"] for key in ("one", "two")] == ["2099-03-31"] * 2


def test_a_switch_names_the_flags_that_it_leaves_out(new_page, server, mara):
    mara.create("one", "One")
    mara.create("two", "Two")
    mara.set("two", "staging", isOn=True)
    value = {"type": "boolean", "name": "Three", "variants": [{"name": "on", "value": True}]}
    mara.change({"kind": "flag", "name": "three", "create": value})
    page = opened(new_page, server, server.page("flags", "staging"))

    def switch(*names):
        for name in names:
            page.get_by_label(f"Select {name}").check()
        page.get_by_role("button", name="Switch…").click()
        dialog(page).get_by_label("Switch", exact=True).select_option("On")
        dialog(page).get_by_role("button", name="Continue…").click()

    switch("Three")
    expect(dialog(page).get_by_text("None of the selected flags is defined in staging.")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    switch("One", "Two")
    expect(dialog(page).get_by_role("heading", name="Switch on 1 flag as one change?")).to_be_visible()
    expect(dialog(page).get_by_text("1 flag left out, not defined in staging: Three.")).to_be_visible()
    expect(dialog(page).get_by_text("1 flag left out, already on in staging: Two.")).to_be_visible()
    assert violations(page) == []
    dialog(page).get_by_label("Reason").fill("Ready")
    dialog(page).get_by_role("button", name="Switch on").click()
    expect(page.locator("#bulk")).to_be_hidden()
    assert mara.items()["targeting", "one", "staging"]["value"]["isOn"] is True
