"""Overrides on the flags page: each type with its field, restoring one and all."""

import json

import pytest
from conftest import violations
from flags_page import choose, override, row
from inspector import listening, ready
from playwright.sync_api import expect
from program import program


@pytest.fixture
def fixture():
    with program() as found:
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(listening(new_page, fixture.address("flags")), "flags")


def unstored(fixture):
    """The keys of the overrides that end with the program."""
    return {flag["key"] for flag in fixture.call("flags")["flags"] if flag.get("stored") is False}


def test_a_boolean_flag_has_a_switch_and_the_toast_undoes_it(page, fixture):
    detail = choose(page, "editor.autosave", "Autosave")
    switch = detail.get_by_role("switch").first
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    page.locator(".toast", has_text="Autosave set to off.").wait_for()
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(row(page, "editor.autosave").locator(".badge")).to_have_text("Overridden")
    assert override(fixture, "editor.autosave") == "false"
    page.get_by_role("button", name="Undo").click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(row(page, "editor.autosave").locator(".badge")).to_have_text("Default")
    assert override(fixture, "editor.autosave") is None


def test_a_restored_flag_shows_the_source_of_its_value(page, fixture):
    detail = choose(page, "editor.toolbar", "Toolbar")
    detail.get_by_role("button", name="none", exact=True).click()
    expect(row(page, "editor.toolbar").locator(".value")).to_have_text("none")
    assert override(fixture, "editor.toolbar") == '"none"'
    detail.get_by_role("button", name="Restore").click()
    page.locator(".toast", has_text="Toolbar restored to “wide”, from Server.").wait_for()
    assert override(fixture, "editor.toolbar") is None
    expect(detail.get_by_role("button", name="Restore")).to_be_hidden()


def test_many_allowed_values_are_in_a_menu(page, fixture):
    detail = choose(page, "sharing.plan", "Plan")
    assert detail.get_by_role("combobox").evaluate("list => list.value") == '"reader"'
    detail.get_by_role("combobox").select_option("publisher")
    expect(row(page, "sharing.plan").locator(".value")).to_have_text("publisher")
    assert override(fixture, "sharing.plan") == '"publisher"'


@pytest.mark.parametrize(
    ("key", "name", "bad", "words", "good", "kept"),
    [
        ("editor.lineWidth", "Line width", "7.5", "Enter a whole number", "80", "80"),
        ("editor.lineWidth", "Line width", "", "Enter a whole number", "-3", "-3"),
        ("editor.fade", "Fade", "half", "Enter a number", "0,25", "0.25"),
    ],
)
def test_a_number_is_checked_before_it_is_set(page, fixture, key, name, bad, words, good, kept):
    detail = choose(page, key, name)
    field = detail.get_by_role("textbox").first
    field.fill(bad)
    field.press("Enter")
    expect(detail.get_by_role("alert").first).to_contain_text(words)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert fixture.overrides == {}
    field.fill(good)
    field.press("Enter")
    expect(row(page, key).locator(".value")).to_have_text(kept)
    assert override(fixture, key) == kept


def test_large_numbers_arrive_as_written(page, fixture):
    detail = choose(page, "sharing.invitation", "Invitation")
    field = detail.get_by_role("textbox", name="JSON")
    field.fill('{"numbers": [9007199254740993, 1.0]}')
    detail.get_by_role("button", name="Set", exact=True).click()
    expect(row(page, "sharing.invitation").locator(".value")).to_have_text('{"numbers":[9007199254740993,1.0]}')
    assert override(fixture, "sharing.invitation") == '{"numbers":[9007199254740993,1.0]}'


def test_a_value_rejected_by_the_program_has_an_error_beside_the_field(new_page, fixture):
    page = ready(new_page(fixture.address("flags?flag=editor.lineWidth"), expects=("400",)), "flags")
    field = page.locator("#detail").get_by_role("textbox").first
    field.fill("99999999999")
    field.press("Enter")
    expect(page.locator("#detail").get_by_role("alert").first).to_contain_text(
        "editor.lineWidth has the type Int32, but 99999999999 doesn't."
    )
    expect(field).to_have_value("99999999999")


def test_text_is_set_verbatim_even_if_empty(page, fixture):
    detail = choose(page, "editor.greeting", "Greeting")
    field = detail.get_by_role("textbox", name="Text")
    field.fill('He said "yes"')
    field.press("Enter")
    expect(row(page, "editor.greeting").locator(".value")).to_have_text('He said "yes"')
    assert json.loads(override(fixture, "editor.greeting")) == 'He said "yes"'
    field.fill("")
    detail.get_by_role("button", name="Update").click()
    expect(row(page, "editor.greeting").locator(".value")).to_have_text("“”")
    assert override(fixture, "editor.greeting") == '""'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{\n  "tone": "plain",\n}', "Line 3, column 1: A name in double quotation marks is missing."),
        ('{"tone": plain}', "Line 1, column 10: This isn’t a JSON value"),
        ('{"tone": 1, "tone": 2}', "Line 1, column 13: The name “tone” occurs twice."),
        ('{"tone": 01}', "Line 1, column 11: This isn’t a valid JSON number"),
        ('{"tone": "a', "Line 1, column 10: This text has no closing quotation mark"),
        ("{} {}", "Line 1, column 4: Unexpected text after the value"),
        ("[]", "Enter a structure"),
        ("[" * 200, "more than 100 levels"),
    ],
)
def test_invalid_json_is_reported_with_its_place(page, fixture, text, words):
    detail = choose(page, "sharing.invitation", "Invitation")
    field = detail.get_by_role("textbox", name="JSON")
    field.fill(text)
    expect(detail.get_by_role("alert").first).to_contain_text(words)
    detail.get_by_role("button", name="Set", exact=True).click()
    expect(field).to_be_focused()
    assert fixture.overrides == {}
    assert violations(page) == []


def test_json_is_formatted_without_changing_numbers(page):
    detail = choose(page, "sharing.invitation", "Invitation")
    field = detail.get_by_role("textbox", name="JSON")
    field.fill('{"a":[1.0,{}],"b":"{\\"x\\":1}"}')
    detail.get_by_role("button", name="Format").click()
    assert field.input_value() == '{\n  "a": [\n    1.0,\n    {}\n  ],\n  "b": "{\\"x\\":1}"\n}'


def test_all_overrides_are_removed_and_undone(page, fixture):
    assert page.locator("#restore-all").is_disabled()
    fixture.override("editor.autosave", "false")
    fixture.override("editor.fade", "0.9")
    expect(page.locator("#restore-all")).to_be_enabled()
    page.locator("#restore-all").click()
    page.locator(".toast", has_text="2 overrides removed.").wait_for()
    assert fixture.overrides == {}
    expect(page.locator("#facts")).to_contain_text("4 differ")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#facts")).to_contain_text("5 differ")
    assert fixture.overrides == {"editor.autosave": "false", "editor.fade": "0.9"}


def test_overrides_are_copied_as_launch_arguments(new_page, fixture):
    fixture.override("editor.autosave", "false")
    fixture.override("editor.greeting", '"It\'s me"')
    fixture.override("sharing.invitation", '{"tone": 1.0}')
    fixture.override("sharing.plan", '"reader"')
    page = listening(new_page, fixture.address("flags"), permissions=["clipboard-read", "clipboard-write"])
    ready(page, "flags")
    page.locator("#export").click()
    page.get_by_role("menuitem", name="Copy overrides as launch arguments").click()
    page.locator(".toast", has_text="4 launch arguments copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == (
        "--flag editor.autosave=false --flag 'editor.greeting=It'\\''s me' --flag 'sharing.invitation={\"tone\":1.0}' "
        "--flag sharing.plan=reader"
    )
    # A text that would be read as a number is quoted.
    fixture.override("editor.greeting", '"3"')
    expect(row(page, "editor.greeting").locator(".value")).to_have_text("3")
    page.locator("#export").click()
    page.get_by_role("menuitem", name="Copy overrides as launch arguments").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).includes(`'editor.greeting=\"3\"'`)")


def test_launch_arguments_are_shown_if_the_browser_cannot_copy(page, fixture):
    fixture.override("editor.autosave", "false")
    expect(page.locator("#restore-all")).to_be_enabled()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.locator("#export").click()
    page.get_by_role("menuitem", name="Copy overrides as launch arguments").click()
    expect(page.get_by_role("dialog")).to_contain_text("--flag editor.autosave=false")


def test_an_override_is_kept_after_a_restart_unless_it_is_not_wanted(page, fixture):
    detail = choose(page, "editor.autosave", "Autosave")
    keep, switch = detail.get_by_role("switch", name="Keep after a restart"), detail.get_by_role("switch").first
    expect(keep).to_have_attribute("aria-checked", "true")
    keep.press("Space")
    expect(keep).to_have_attribute("aria-checked", "false")
    assert override(fixture, "editor.autosave") is None
    switch.click()
    page.locator(".toast", has_text="Autosave set to off until the program ends.").wait_for()
    assert unstored(fixture) == {"editor.autosave"}
    expect(page.get_by_role("button", name="Kept")).to_have_count(0)
    detail.get_by_text("Keep after a restart").click()
    toast = page.locator(".toast", has_text="Autosave stays overridden after a restart.")
    toast.wait_for()
    assert unstored(fixture) == set()
    expect(page.get_by_role("button", name="Kept 1")).to_be_visible()
    toast.get_by_role("button", name="Undo").click()
    expect(keep).to_have_attribute("aria-checked", "false")
    assert unstored(fixture) == {"editor.autosave"} and override(fixture, "editor.autosave") == "false"
    detail.get_by_role("button", name="Restore").click()
    # The next override is kept again, by default.
    expect(keep).to_have_attribute("aria-checked", "true")
    assert violations(page) == []


def test_undoing_a_restoration_brings_back_all_overrides(page, fixture):
    detail = choose(page, "editor.autosave", "Autosave")
    detail.get_by_role("switch", name="Keep after a restart").click()
    detail.get_by_role("switch").first.click()
    choose(page, "editor.toolbar", "Toolbar").get_by_role("button", name="none", exact=True).click()
    expect(page.get_by_role("button", name="Kept 1")).to_be_visible()
    page.get_by_role("button", name="Restore all").click()
    page.locator(".toast", has_text="2 overrides removed.").get_by_role("button", name="Undo").click()
    expect(row(page, "editor.toolbar").locator(".badge")).to_have_text("Overridden")
    assert unstored(fixture) == {"editor.autosave"} and len(fixture.overrides) == 2


def test_overrides_that_can_not_be_stored_have_no_choice(new_page):
    with program(storesOverrides=False) as fixture:
        page = ready(new_page(fixture.address("flags")), "flags")
        detail = choose(page, "editor.autosave", "Autosave")
        expect(detail.get_by_role("switch")).to_have_count(1)
        detail.get_by_role("switch").click()
        page.locator(".toast", has_text="Autosave set to off.").wait_for()


def test_a_kept_override_of_an_undeclared_flag_is_dropped(new_page, fixture):
    fixture.end()
    (fixture.folder / "overrides.json").write_text('{"left.over": false}')
    fixture.upstream = fixture.start()
    assert override(fixture, "left.over") == "false"
    page = ready(new_page(fixture.address("flags")), "flags")
    row(page, "left.over").click()
    page.locator("#detail").get_by_role("button", name="Restore").click()
    page.locator(".toast", has_text="left.over").or_(page.locator(".toast", has_text="Over restored")).wait_for()
    assert override(fixture, "left.over") is None
