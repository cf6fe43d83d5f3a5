"""The flags page: values with who gave them and why, and explanations for other contexts."""

import re

import pytest
from conftest import NARROW, violations
from flags_page import choose, keys, row
from inspector import listening, ready
from playwright.sync_api import expect
from program import program


@pytest.fixture
def fixture():
    with program() as found:
        found.command(behind=0)
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(listening(new_page, fixture.address("flags")), "flags")


def test_a_row_shows_value_source_and_reason(page):
    toolbar = row(page, "editor.toolbar")
    assert toolbar.locator(".value").inner_text() == "wide"
    assert toolbar.locator(".provider").inner_text() == "Server"
    assert toolbar.locator(".reason").inner_text() == "Rule matched"
    assert toolbar.locator(".badge").get_attribute("title") == "TARGETING_MATCH"
    assert row(page, "editor.lineWidth").locator(".badge").get_attribute("title") == "ERROR, TYPE_MISMATCH"
    assert row(page, "editor.autosave").locator(".provider").inner_text() == "Declaration"
    assert page.locator("#facts").inner_text() == "11 flags, 4 differ from the default"


def test_flags_that_differ_from_the_default_come_first_then_groups_by_name(page):
    headings = page.locator(".rows .group-head").all_inner_texts()
    assert headings == ["Differs from the default", "Editor", "Features", "Old", "Sharing", "Undeclared"]
    assert keys(page)[:4] == ["editor.fade", "editor.toolbar", "sharing.invitation", "sharing.plan"]
    assert row(page, "editor.fade").locator(".dot").count() == 1
    assert row(page, "editor.autosave").locator(".dot").count() == 0


def test_the_search_covers_names_keys_values_and_owners(page):
    page.keyboard.press("/")
    for text, found in [
        ("line w", ["editor.lineWidth"]),
        ("welcome", ["editor.greeting"]),
        ("editor team", ["editor.toolbar"]),
    ]:
        page.locator("#search").fill(text)
        page.wait_for_function("count => document.querySelectorAll('.row.flag').length === count", arg=len(found))
        assert keys(page) == found
    page.locator("#search").fill("zzz")
    page.get_by_role("heading", name="No flags with “zzz”").wait_for()
    page.get_by_role("button", name="Show all flags").click()
    expect(page.locator(".row.flag")).to_have_count(11)


def test_filters_show_their_number_of_flags_and_are_in_the_address(page, new_page, fixture):
    chip = page.locator("#filters").get_by_role("button", name=re.compile("Never read"))
    assert chip.locator(".count").inner_text() == "10"
    names = ("autosave", "fade", "greeting", "lineWidth", "toolbar")
    shared = ("formats", "invitation", "plan")
    read = [*(f"editor.{name}" for name in names), *(f"sharing.{name}" for name in shared)]
    fixture.perform("Q4 plan.md", action="Open", reads=read)
    fixture.notify("flags")
    expect(chip.locator(".count")).to_have_text("2")
    chip.click()
    expect(page.locator(".row.flag")).to_have_count(2)
    page.locator("#filters").get_by_role("button", name=re.compile("Expired")).click()
    expect(page.locator(".row.flag")).to_have_count(1)
    assert keys(page) == ["old.storagePage"]
    assert "show=unread%2Cexpired" in page.url
    again = ready(new_page(fixture.address("flags?show=undeclared")), "flags")
    assert keys(again) == ["left.over"]


def test_a_flag_has_an_address(new_page, fixture):
    page = ready(new_page(fixture.address("flags?flag=sharing.plan")), "flags")
    expect(page.locator("#selected")).to_have_text("Plan")
    expect(row(page, "sharing.plan")).to_have_attribute("aria-selected", "true")
    missing = new_page(fixture.address("flags?flag=no.such"), expects=("404",))
    missing.get_by_role("heading", name="Flag not found").wait_for()


def test_the_list_has_keyboard_navigation_with_one_tab_stop(page):
    assert page.locator(".row.flag[tabindex='0']").count() == 1
    page.locator(".row.flag[tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.key") == "editor.toolbar"
    expect(page.locator("#selected")).to_have_text("Toolbar")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.dataset.key") == "left.over"
    assert page.locator(".row.flag[tabindex='0']").count() == 1
    expect(page.locator("#detail")).to_contain_text("no code declares it")
    assert page.get_by_text("Value on this device").is_hidden()
    page.keyboard.press("Escape")
    page.wait_for_function("() => !location.search.includes('flag=')")


def test_a_change_in_the_program_appears_immediately_and_retains_unsaved_input(page, fixture):
    detail = choose(page, "editor.greeting", "Greeting")
    page.evaluate("window.sameDocument = true")
    field = detail.get_by_role("textbox", name="Text")
    field.fill("Half a sent")
    fixture.command(flags={"values": {"editor.greeting": '"Good morning"'}})
    expect(row(page, "editor.greeting").locator(".value")).to_have_text("Good morning")
    expect(detail.locator(".table .won")).to_contain_text("Good morning")
    expect(field).to_have_value("Half a sent")
    expect(field).to_be_focused()
    field.press("Escape")
    expect(field).to_have_value("Good morning")
    assert page.evaluate("window.sameDocument")
    expect(page.locator(".nav a[href='flags'] .count")).to_have_text("5")


def test_the_values_of_all_providers_are_in_order_and_the_one_in_effect_is_highlighted(page):
    detail = choose(page, "editor.toolbar", "Toolbar")
    rows = detail.locator(".section", has_text="Values by source").locator("tbody tr")
    assert rows.locator("td:first-child").all_text_contents() == [
        "Overrides",
        "Server (in effect)",
        "flags.json",
        "Declaration",
    ]
    assert "Variant b" in rows.nth(1).inner_text()
    assert "No value" in rows.nth(0).inner_text()


def test_the_declaration_is_shown_with_its_location_in_code(page):
    detail = choose(page, "old.storagePage", "Storage page")
    facts = detail.locator("dl").last.inner_text()
    for word in (
        "old.storagePage",
        "On or off",
        "1 March 2020, expired",
        "InspectorFixture/Flags.swift:",
        "Not in this run",
    ):
        assert word in facts
    assert "The flag expired on 2020-03-01." in detail.locator(".note").inner_text()


def test_a_parent_links_to_its_flag_and_a_feature_to_its_page(page):
    detail = choose(page, "sharing.formats", "Formats")
    detail.get_by_role("link", name="editor.autosave").click()
    expect(page.locator("#selected")).to_have_text("Autosave")
    choose(page, "App/FocusMode", "Focus Mode").get_by_role("link", name="Focus Mode").click()
    ready(page, "features")
    assert "feature=App%2FFocusMode" in page.url


def test_a_flag_is_explained_for_an_entered_context(page, fixture):
    detail = choose(page, "editor.toolbar", "Toolbar")
    expect(detail.locator(".steps")).to_contain_text("bucket 41 of 100")
    detail.get_by_role("button", name="Use another context").click()
    key, attributes = detail.get_by_label("Targeting key"), detail.get_by_label("Attributes, as JSON")
    expect(key).to_have_value("reader-4711")
    expect(attributes).to_have_value('{\n  "plan": "premium",\n  "words": 120\n}')
    attributes.fill('{"plan": }')
    detail.get_by_role("button", name="Explain").click()
    expect(detail.locator(".explain-form").get_by_role("alert")).to_contain_text("Line 1, column 10")
    key.fill("someone-else")
    attributes.fill('{"plan": "free"}')
    detail.get_by_role("button", name="Explain").click()
    expect(detail.get_by_role("heading", name="Evaluation for “someone-else”")).to_be_visible()
    expect(detail.locator(".steps")).to_contain_text("plan“free”")
    expect(detail.locator(".steps li").last).to_contain_text("classic")
    assert violations(page) == []
    detail.get_by_role("button", name="Use the program").click()
    expect(detail.locator(".steps li").last).to_contain_text("wide")


def test_a_snapshot_of_all_values_is_saved(page, fixture):
    page.locator("#export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Save snapshot").click()
    assert download.value.suggested_filename == f"{fixture.call('program')['run']}-flags.json"


def test_the_status_of_providers_is_shown(page, fixture):
    foot = page.locator("#providers")
    expect(foot).to_contain_text(re.compile(r"Server: up to date, \d+ s ago"))
    stale = {"provider": "Server", "state": "stale", "age": 700, "error": "The server did not answer."}
    failed = {"provider": "flags.json", "state": "failed", "error": "flags.json can’t be read."}
    fixture.command(flags={"statuses": [stale, failed]})
    expect(foot).to_contain_text("Server: out of date, 11 min ago")
    expect(foot).to_contain_text("flags.json: failed")
    expect(page.locator("#banners")).to_contain_text(
        "Server: The server did not answer. flags.json: flags.json can’t be read."
    )
    for status in (stale, failed):
        fixture.command(flags={"statuses": [{"provider": status["provider"], "state": "ready"}]})
    expect(page.locator("#banners")).not_to_contain_text("can’t be read")


def test_a_narrow_page_shows_one_at_a_time_by_address(new_page, fixture):
    page = ready(new_page(fixture.address("flags"), size=NARROW), "flags")
    row(page, "editor.toolbar").click()
    page.locator("#selected", has_text="Toolbar").wait_for()
    page.wait_for_function("() => document.activeElement.id === 'selected'")
    page.go_back()
    row(page, "editor.toolbar").wait_for()
    assert "flag=" not in page.url


def test_text_from_a_flag_is_never_markup(new_page, fixture):
    evil = '"<img src=x onerror=alert(1)>"'
    fixture.override("editor.greeting", evil)
    page = ready(new_page(fixture.address("flags?flag=editor.greeting")), "flags")
    expect(page.locator("#detail .table")).to_contain_text("<img src=x")
    assert page.locator("img").count() == 0
