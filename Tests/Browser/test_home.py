"""The first page: a crash of the last run, a first run, and the current state."""

import re

import pytest
from conftest import NARROW, WIDE, overflows, violations
from inspector import inspector, listening, ready
from playwright.sync_api import expect


@pytest.fixture
def fixture():
    with inspector() as found:
        yield found


def card(page, name):
    return page.get_by_role("region", name=name)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_crash_of_the_last_run_comes_first_until_it_is_dismissed(new_page, fixture, screenshot, size):
    page = ready(new_page(fixture.address(), size=size), "home")
    assert page.url == f"{fixture.origin}/home"
    ending = page.locator(".ending")
    expect(ending.get_by_role("heading")).to_have_text("The last run crashed during Import Folder")
    expect(ending).to_contain_text("Fatal error: Index out of range")
    expect(ending.locator(".flights li")).to_contain_text("2.3 s in flight")
    screenshot(page, f"home-crashed-{size[0]}")
    assert violations(page) == [] and overflows(page) <= 0
    ending.get_by_role("link", name="Show", exact=True).click()
    expect(page.locator("#selected")).to_have_text("Crashed during Import Folder")
    page.go_back()
    ending.get_by_role("button", name="Dismiss").click()
    expect(ending).to_have_count(0)
    page.reload()
    ready(page, "home")
    expect(ending).to_have_count(0)
    assert violations(page) == []


def test_a_first_run_is_explained_and_the_program_linked(new_page, fixture, screenshot):
    fixture.runs.removed = {facts[0] for facts in fixture.runs.base}
    page = ready(new_page(fixture.address("home")), "home")
    expect(page.get_by_role("heading", name="This is Documents while it runs")).to_be_visible()
    assert page.locator(".welcome p").inner_text().count(".") == 3
    for link in page.get_by_role("link", name="Open Documents").all():
        assert link.get_attribute("href") == "http://127.0.0.1:1/#token=of-the-app"
    screenshot(page, "home-first")
    assert violations(page) == []


def test_the_current_state_follows_the_program(new_page, fixture):
    fixture.runs.base = fixture.runs.base[1:]
    page = listening(new_page, fixture.address("home"))
    ready(page, "home")
    expect(page.locator(".ending")).to_have_count(0)
    failures = card(page, "Last failures")
    expect(failures.locator("li")).to_have_count(3)
    before = failures.locator("li").first.inner_text()
    for _ in range(200):
        fixture.model.add(1)
    expect(failures.locator("li").first).not_to_have_text(re.compile(re.escape(before.splitlines()[0]) + "$"))
    expect(card(page, "Connected")).to_contain_text("Documents on Linux 6.1")


def test_an_override_is_reset_and_brought_back(new_page, fixture):
    flag = next(flag for flag in fixture.model.flags()["flags"] if flag.get("type") == "bool")
    fixture.model.set_override(flag["key"], "true")
    page = ready(new_page(fixture.address("home")), "home")
    flags = card(page, "Flags overridden")
    reset = flags.get_by_role("button", name=f"Reset {flag['name']}")
    reset.click()
    page.locator(".toast", has_text="reset.").wait_for()
    expect(reset).to_have_count(0)
    assert flag["key"] not in fixture.model.overrides
    page.get_by_role("button", name="Undo").click()
    expect(reset).to_be_visible()
    assert fixture.model.overrides[flag["key"]]


def test_an_address_that_is_no_page_is_not_linked(new_page, fixture):
    original = fixture.program
    fixture.program = lambda: {**original(), "address": "javascript:alert(1)"}
    fixture.runs.removed = {facts[0] for facts in fixture.runs.base}
    page = ready(new_page(fixture.address("home")), "home")
    assert page.get_by_role("link", name="Open Documents").count() == 0
