"""The dashboard's list of flags: states as text, search, filters, a new flag, several at once, the command menu."""

import re
import sqlite3

import pytest
from conftest import SMALL, overflows, violations
from dashboard_server import TOMAS, dialog, loaded, opened
from playwright.sync_api import expect


def row(page, name):
    return page.get_by_role("row", name=name)


def test_the_list_shows_each_environment_in_words(new_page, server, mara):
    mara.create("fast-save", "Fast Save", owner="Storage team")
    mara.create("page-size", "Page size", variants={"small": "s", "large": "l"})
    mara.set("fast-save", "development", isOn=True)
    split = [{"variant": "on", "weight": 25}, {"variant": "off", "weight": 75}]
    mara.set("fast-save", "staging", isOn=True, otherwise={"split": split})
    page = opened(new_page, server, server.page("flags"))
    cells = row(page, "Fast Save").locator(".cell")
    expect(cells).to_have_text(["On", "25 %", "Off"])
    expect(row(page, "Fast Save")).to_contain_text("Storage team")
    expect(page.locator("#shown")).to_have_text("2 flags")
    page.get_by_role("button", name="Rollout").click()
    expect(page.get_by_role("row")).to_have_count(1)
    page.get_by_role("button", name="Rollout").click()
    page.keyboard.press("/")
    page.keyboard.type("page-si")
    expect(page.get_by_role("row")).to_have_count(1)
    expect(page).to_have_url(re.compile("text=page-si"))
    page.reload()
    expect(loaded(page).get_by_role("row")).to_have_count(1)
    page.get_by_role("searchbox").fill("nothing like it")
    expect(page.get_by_role("heading", name="No flags match")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(page.get_by_role("row")).to_have_count(2)


@pytest.mark.own_server
def test_flags_that_changed_this_week_are_filtered(new_page, server, mara):
    for key, name in [("fast-save", "Fast Save"), ("page-size", "Page size"), ("ruler", "Ruler")]:
        mara.create(key, name)
    server.stop()
    # Eight days pass.
    database = sqlite3.connect(server.folder / "firesteel.sqlite")
    database.execute("UPDATE changes SET time = time - 8 * 86400000")
    database.commit()
    database.close()
    server.start()
    page = opened(new_page, server, server.page("flags"))
    chip = page.get_by_role("button", name="Changed this week")
    expect(chip.locator(".count")).to_have_text("0")
    chip.click()
    expect(page.get_by_role("heading", name="No flags match")).to_be_visible()
    # A rule, in any environment, appears without a reload, and so does a new flag.
    mara.set("ruler", "staging", isOn=True)
    expect(chip.locator(".count")).to_have_text("1")
    expect(page.get_by_role("row")).to_have_count(1)
    mara.create("new", "New flag")
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page).to_have_url(re.compile("changed="))
    page.reload()
    expect(loaded(page).get_by_role("row")).to_have_count(2)
    expect(page.locator("#shown")).to_have_text("2 of 4 flags")
    page.get_by_role("button", name="Changed this week").click()
    expect(page.get_by_role("row")).to_have_count(4)


def test_a_new_flag_is_created_everywhere(new_page, server, mara):
    page = opened(new_page, server, server.page("flags"))
    expect(page.get_by_role("heading", name="No flags yet")).to_be_visible()
    page.get_by_role("button", name="New flag…").last.click()
    dialog(page).get_by_label("Name", exact=True).fill("Fast Save")
    expect(dialog(page).get_by_label("Key")).to_have_value("fast-save")
    dialog(page).get_by_label("Owner").fill("Storage team")
    dialog(page).get_by_role("button", name="Create flag").click()
    expect(dialog(page).locator("ins").filter(has_text="name: Fast Save")).to_be_visible()
    # It is off everywhere, so that it changes nothing that someone would have to approve or review.
    expect(dialog(page).get_by_text("reviewed afterwards")).to_have_count(0)
    dialog(page).get_by_role("button", name="Create flag").click()
    expect(page.get_by_role("heading", name="Fast Save", level=1)).to_be_visible()
    assert mara.program("GET", "requests")["requests"] == []
    items = mara.items()
    assert items["flag", "fast-save", None]["value"]["owner"] == "Storage team"
    assert [items["targeting", "fast-save", e]["value"]["isOn"] for e in ("development", "staging", "production")] == [
        False
    ] * 3


def test_a_new_flag_with_values_needs_no_approval_while_it_is_off(new_page, server, mara):
    page = opened(new_page, server, server.page("flags?open=new"))
    dialog(page).get_by_label("Name", exact=True).fill("Page size")
    dialog(page).get_by_label("Type").select_option("String")
    dialog(page).get_by_role("button", name="Create flag").click()
    expect(dialog(page).locator("ins").filter(has_text="while off: the program’s default").first).to_be_visible()
    dialog(page).get_by_role("button", name="Create flag").click()
    expect(page.get_by_role("heading", name="Page size", level=1)).to_be_visible()
    assert mara.program("GET", "requests")["requests"] == []


def test_filters_by_tag_and_state_are_part_of_the_address(new_page, server, mara):
    mara.create("one", "One", tags=["storage"])
    mara.create("two", "Two", tags=["editor"])
    mara.set("two", "development", isOn=True)
    page = opened(new_page, server, server.page("flags", "development"))
    page.get_by_role("button", name="Tag: any").click()
    page.get_by_role("menuitemradio", name="storage").click()
    expect(page.get_by_role("row")).to_have_count(1)
    expect(row(page, "One")).to_be_visible()
    page.reload()
    expect(loaded(page).get_by_role("button", name="Tag: storage")).to_be_visible()
    page.get_by_role("button", name="State: any").click()
    page.get_by_role("menuitemradio", name="On", exact=True).click()
    expect(page.get_by_role("heading", name="No flags match")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(page.get_by_role("row")).to_have_count(2)


def test_five_thousand_flags_have_as_many_elements_as_are_in_view(new_page, server, mara):
    value = {"type": "boolean", "variants": [{"name": "on", "value": True}, {"name": "off", "value": False}]}
    for start in range(0, 5000, 1000):
        names = [f"flag-{number:04}" for number in range(start, start + 1000)]
        mara.change(*({"kind": "flag", "name": name, "create": value} for name in names))
    page = opened(new_page, server, server.page("flags", "development"))
    grid = page.get_by_role("grid", name="Flags")
    expect(grid).to_have_attribute("aria-rowcount", "5000")
    expect(row(page, "flag-0000")).to_be_visible()
    assert page.get_by_role("row").count() < 200
    grid.press("End")
    expect(row(page, "flag-4999")).to_be_visible()
    expect(row(page, "flag-4999")).to_have_attribute("aria-rowindex", "5000")
    assert page.get_by_role("row").count() < 200
    page.get_by_role("searchbox").fill("flag-2500")
    expect(page.get_by_role("row")).to_have_count(1)
    expect(page.locator("#shown")).to_have_text("1 of 5,000 flags")


def test_cleanup_lists_expired_flags_and_archives_one(new_page, server, mara):
    mara.create("old-ruler", "Old Ruler", owner="Editor team", expires="2020-01-31")
    mara.create("new-ruler", "New Ruler")
    page = opened(new_page, server, server.page("flags", "development"))
    page.get_by_role("link", name="Cleanup 1").click()
    thing = page.locator(".thing")
    expect(thing).to_have_count(1)
    expect(thing).to_contain_text("Expired 2020-01-31")
    expect(thing).to_contain_text("Off everywhere.")
    assert violations(page) == [] and overflows(page) == 0
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert overflows(page) == 0
    thing.get_by_role("button", name="Archive Old Ruler…").click()
    dialog(page).get_by_label("Reason").fill("No longer in the code")
    dialog(page).get_by_role("button", name="Request approval").click()
    expect(page.locator(".toast").filter(has_text="Approval requested.")).to_be_visible()
    thing.get_by_role("button", name="Keep Old Ruler as a setting…").click()
    dialog(page).get_by_role("button", name="Keep", exact=True).click()
    expect(thing).to_have_count(0)
    kept = mara.items()["flag", "old-ruler", None]["value"]
    assert kept["kind"] == "operational" and "expires" not in kept


def test_several_flags_change_as_one_change(new_page, server, mara):
    for number in range(3):
        mara.create(f"flag-{number}", f"Flag {number}")
    page = opened(new_page, server, server.page("flags", "development"))
    before = mara.program("GET", "items")["program"]["change"]
    page.get_by_label("Select Flag 0").check()
    page.get_by_role("grid", name="Flags").press("ArrowDown")
    page.keyboard.press("x")
    expect(page.locator("#bulk")).to_contain_text("2 selected")
    page.get_by_role("button", name="Switch…").click()
    dialog(page).get_by_label("Switch", exact=True).select_option("On")
    dialog(page).get_by_role("button", name="Continue…").click()
    dialog(page).get_by_role("button", name="Switch on").click()
    expect(row(page, "Flag 0").locator(".cell").first).to_have_text("On")
    expect(row(page, "Flag 1").locator(".cell").first).to_have_text("On")
    expect(row(page, "Flag 2").locator(".cell").first).to_have_text("Off")
    assert mara.program("GET", "items")["program"]["change"] == before + 1
    page.get_by_label("Select Flag 2").check()
    page.get_by_role("button", name="Archive…").click()
    dialog(page).get_by_label("Reason").fill("No longer needed")
    dialog(page).get_by_role("button", name="Request approval").click()
    expect(page.get_by_text("Approval requested.")).to_be_visible()
    expect(page.locator(".nav-list a", has_text="Changes").locator(".count")).not_to_have_text("")


def test_the_keyboard_opens_a_flag_and_returns(new_page, server, mara):
    mara.create("one", "One")
    mara.create("two", "Two")
    page = opened(new_page, server, server.page("flags"))
    grid = page.get_by_role("grid", name="Flags")
    grid.press("ArrowDown")
    expect(row(page, "Two")).to_have_class(re.compile(r"\bactive\b"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Two", level=1)).to_be_focused()
    page.go_back()
    expect(grid).to_be_focused()
    expect(row(page, "Two")).to_have_class(re.compile(r"\bactive\b"))
    assert grid.get_attribute("aria-activedescendant") == row(page, "Two").get_attribute("id")


def test_the_command_menu_opens_flags_and_environments(new_page, server, mara):
    mara.create("fast-save", "Fast Save")
    page = opened(new_page, server, server.page("flags"))
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Action, flag").fill("fast")
    expect(page.get_by_role("option").first).to_contain_text("Fast Save")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Fast Save", level=1)).to_be_visible()
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Action, flag").fill("environment staging")
    expect(page.locator(".palette").get_by_role("option").first).to_contain_text("Switch to staging")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Environment: Staging")).to_be_visible()
    expect(page).to_have_url(server.page("flags/fast-save", "staging"))


def test_a_viewer_reads_and_changes_nothing(new_page, server, mara):
    mara.create("fast-save", "Fast Save")
    server.invite(mara, "viewer")
    page = opened(new_page, server, server.page("flags"), email=TOMAS)
    expect(page.get_by_text("You have view-only access to Documents.")).to_be_visible()
    expect(page.get_by_role("button", name="New flag…")).to_have_count(0)
    expect(page.get_by_role("checkbox")).to_have_count(0)
    row(page, "Fast Save").click()
    expect(page.get_by_role("switch")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("button", name="Add a rule")).to_have_count(0)


def test_another_persons_flag_appears_without_a_reload(new_page, server, mara):
    mara.create("one", "One")
    page = opened(new_page, server, server.page("flags"), size=SMALL)
    page.evaluate("window.sameDocument = true")
    tomas = server.invite(mara, "editor")
    tomas.create("two", "Two")
    expect(row(page, "Two")).to_be_visible()
    assert page.evaluate("window.sameDocument")


@pytest.mark.own_server
def test_an_unreachable_server_leaves_the_last_state(new_page, server, mara):
    mara.create("one", "One")
    page = opened(new_page, server, server.page("flags"))
    server.stop()
    expect(page.get_by_text("The server hasn’t responded since")).to_be_visible()
    expect(row(page, "One")).to_be_visible()
    server.start()
    expect(page.get_by_text("The server hasn’t responded since")).to_have_count(0)
