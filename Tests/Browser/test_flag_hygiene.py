"""Flags that need maintenance: undeclared keys, and flags that never change."""

import re

import pytest
from conftest import NARROW, overflows, violations
from flags_page import choose, keys, row
from inspector import listening, ready
from playwright.sync_api import expect
from program import program

PLACES = ["App/Editor/Toolbar.swift:41", "App/Window.swift:7"]


@pytest.fixture
def fixture():
    with program() as found:
        found.command(flags={"unknown": ["editor.tolbar", "old.preview"]})
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(listening(new_page, fixture.address("flags")), "flags")


def chip(page, name):
    return page.locator("#filters").get_by_role("button", name=re.compile(f"^{name}"))


def test_undefined_keys_are_at_the_end_with_their_locations(page):
    headings = page.locator(".rows .group-head").all_inner_texts()
    assert headings[-2:] == ["Undeclared", "Evaluated but not defined"]
    assert keys(page)[-2:] == ["editor.tolbar", "old.preview"]
    unknown = row(page, "editor.tolbar")
    assert unknown.locator(".value").inner_text() == "Toolbar.swift:41 and 1 more"
    assert unknown.locator(".reason").inner_text() == "Undefined"
    assert row(page, "old.preview").locator(".value").inner_text() == "Toolbar.swift:41"
    assert page.locator("#facts").inner_text() == "11 flags, 4 differ from the default", "they aren't flags"
    assert violations(page) == []


def test_an_undefined_key_is_shown_with_all_its_locations(page, fixture):
    detail = choose(page, "editor.tolbar", "editor.tolbar")
    assert detail.locator(".places li").all_inner_texts() == PLACES
    expect(detail).to_contain_text("no code declares it and no provider defines it")
    assert not any("key=editor.tolbar" in request for request in fixture.requests)
    assert violations(page) == []
    assert choose(page, "old.preview", "old.preview").locator(".places li").all_inner_texts() == PLACES[:1]
    choose(page, "editor.autosave", "Autosave")


def test_a_key_that_becomes_defined_leaves_the_list(page, fixture):
    chip(page, "Undefined").click()
    assert keys(page) == ["editor.tolbar", "old.preview"]
    assert "show=unknown" in page.url
    fixture.command(flags={"values": {"editor.tolbar": "true"}})
    expect(row(page, "editor.tolbar")).to_have_count(0)
    assert chip(page, "Undefined").locator(".count").inner_text() == "1"
    fixture.command(flags={"values": {"old.preview": "true"}})
    page.get_by_role("heading", name="No undefined keys").wait_for()
    page.get_by_role("button", name="Show all flags").click()
    expect(page.locator(".row.flag")).to_have_count(13)
    expect(chip(page, "Undefined")).to_have_count(0)


def test_constant_flags_show_for_how_long(page, fixture):
    fixture.command(flags={"days": 11, "values": {"editor.fade": "0.6"}})
    fixture.command(flags={"days": 30, "values": {"left.over": "false"}})
    row(page, "editor.autosave").locator(".lasts").wait_for()
    assert row(page, "editor.autosave").locator(".value").inner_text() == "true for 41 days"
    assert row(page, "editor.fade").locator(".value").inner_text() == "0.6 for 30 days"
    assert row(page, "editor.toolbar").locator(".lasts").count() == 0
    chip(page, "Constant").click()
    assert {"editor.autosave", "editor.fade"} < set(keys(page)) and "editor.toolbar" not in keys(page)
    fixture.command(flags={"days": -41})
    fixture.notify("flags")
    page.get_by_role("heading", name="No constant flags").wait_for()
    page.get_by_text("A flag is constant after 30 days").wait_for()
    assert violations(page) == []


def test_the_search_finds_a_key_by_the_file_that_evaluates_it(page):
    page.locator("#search").fill("window.swift")
    expect(page.locator(".row.flag")).to_have_count(1)
    assert keys(page) == ["editor.tolbar"]
    page.locator("#search").fill("none")
    expect(row(page, "editor.tolbar")).to_have_count(0)


def test_an_undefined_key_is_not_an_undeclared_flag(page):
    chip(page, "Undeclared").click()
    assert keys(page) == ["left.over"]


def test_a_phone_shows_a_key_by_its_address_and_returns(new_page, fixture, screenshot):
    page = ready(new_page(fixture.address("flags"), size=NARROW), "flags")
    row(page, "editor.tolbar").click()
    page.locator("#selected", has_text="editor.tolbar").wait_for()
    page.wait_for_function("() => document.activeElement.id === 'selected'")
    assert "flag=editor.tolbar" in page.url and overflows(page) <= 0
    screenshot(page, "flags-unknown-390")
    page.get_by_role("link", name="Flags").first.click()
    row(page, "editor.tolbar").wait_for()


def test_keys_from_a_program_are_never_markup(new_page, fixture):
    evil = "<img src=x onerror=alert(1)>"
    unknown = {"unknown": [{"key": "old.preview", "places": []}, {"key": evil, "places": [evil]}]}
    page = new_page()
    page.route("**/api/flags", lambda route: route.fulfill(json={**fixture.call("flags"), **unknown}))
    page.goto(fixture.address("flags"))
    ready(page, "flags")
    assert row(page, "old.preview").locator(".value").inner_text() == ""
    assert choose(page, "old.preview", "old.preview").locator(".places").count() == 0
    choose(page, evil, evil)
    expect(page.locator(".places")).to_have_text(evil)
    assert page.locator("img").count() == 0
