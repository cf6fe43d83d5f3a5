"""The features page: the tree, the search, and conditions that can be changed from here."""

import re

import pytest
from conftest import NARROW, wait_until
from inspector import listening, ready
from playwright.sync_api import expect
from program import used_program


@pytest.fixture
def fixture():
    with used_program() as found:
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(listening(new_page, fixture.address("features")), "features")


def is_on(fixture, path):
    """Whether the user has a feature below the program's on."""
    features = fixture.call("features")["roots"][0]["features"]
    return next(feature for feature in features if feature["path"] == path)["conditions"][0]["control"]["on"]


def item(page, name):
    return page.get_by_role("treeitem", name=name, exact=False).locator("> .twig", has_text=name)


def test_the_tree_shows_availability_with_the_shortest_reason(page):
    sharing = item(page, "Document Sharing").first
    assert sharing.locator(".mark").inner_text() == "Unavailable"
    assert sharing.locator(".why").inner_text() == "Switched off by the user"
    assert item(page, "Archive Import").last.locator(".why").inner_text() == "Waiting for the list of formats"
    assert page.locator("#facts").inner_text() == "11 features, 24 actions"


def test_the_bare_address_leads_to_home_as_in_the_program(new_page, fixture):
    page = ready(new_page(fixture.address("")), "home")
    expect(page).to_have_title("Home: Documents")


def test_the_search_shows_matches_with_their_ancestors(page):
    page.keyboard.press("/")
    page.keyboard.type("copy link")
    page.wait_for_function("() => document.querySelectorAll('[role=treeitem]').length === 3")
    names = page.locator(".twig .name").all_inner_texts()
    assert names == ["Documents", "Document Sharing", "Link Sharing"]
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelectorAll('[role=treeitem]').length === 11")
    page.locator("#search").fill("zzz")
    page.get_by_role("heading", name="No features with “zzz”").wait_for()
    page.get_by_role("button", name="Show all features").click()
    page.wait_for_function("() => document.querySelectorAll('[role=treeitem]').length === 11")


def test_the_tree_has_keyboard_navigation_with_one_tab_stop(page):
    assert page.locator("[role=treeitem][tabindex='0']").count() == 1
    page.locator("[role=treeitem][tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.key") == "App/Documents"
    page.locator("#selected", has_text="Document Management").wait_for()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.key") == "App"
    page.keyboard.press("ArrowLeft")
    assert page.locator("[role=treeitem]:visible").count() == 1
    page.keyboard.press("ArrowRight")
    assert page.locator("[role=treeitem]:visible").count() == 11
    assert page.locator("[role=treeitem][tabindex='0']").count() == 1


def test_a_constraint_is_changed_by_its_switch_and_undone_by_the_toast(page, fixture):
    item(page, "Document Sharing").first.click()
    switch = page.get_by_role("switch", name="User toggle")
    assert switch.get_attribute("aria-checked") == "false"
    switch.click()
    page.locator(".toast", has_text="Document Sharing: User toggle switched on.").wait_for()
    page.locator(".detail .badge.available").wait_for()
    assert is_on(fixture, "App/Sharing")
    page.get_by_role("button", name="Undo").click()
    page.locator(".detail .badge.unavailable").wait_for()
    assert not is_on(fixture, "App/Sharing")


def test_a_failed_change_of_a_constraint_is_reverted_with_its_reason(new_page, fixture):
    page = ready(new_page(fixture.address("features?feature=App/Sharing"), expects=("500",)), "features")
    fixture.failing = "features/control"
    switch = page.get_by_role("switch", name="User toggle")
    switch.click()
    page.locator(".toast.failure", has_text="Can’t change Document Sharing: The disk is full.").wait_for()
    assert switch.get_attribute("aria-checked") == "false"


def test_a_feature_whose_flag_is_off_has_a_remedy_that_switches_it_on(page, fixture):
    fixture.control("App/FocusMode", "flag", False)
    item(page, "Focus Mode").first.click()
    reason = page.locator(".detail .note", has_text="Switched off on this device by the flag App/FocusMode")
    reason.get_by_role("button", name="Change the flag App/FocusMode").click()
    page.locator(".detail .badge.available").wait_for()
    assert fixture.overrides == {"App/FocusMode": "true"}
    page.get_by_role("link", name="App/FocusMode").click()
    ready(page, "flags")
    page.locator("#selected", has_text="Focus Mode").wait_for()


def test_an_overridden_flag_is_restored_from_its_feature(page, fixture):
    item(page, "Focus Mode").first.click()
    switch = page.get_by_role("switch", name="Flag", exact=True)
    switch.click()
    page.locator(".detail .badge.unavailable").wait_for()
    assert fixture.overrides == {"App/FocusMode": "false"}
    page.get_by_role("button", name="Undo").click()
    page.locator(".detail .badge.available").wait_for()
    assert fixture.overrides == {}
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    page.get_by_role("button", name="Restore Flag").click()
    page.locator(".toast", has_text="Focus Mode: Flag restored.").wait_for()
    assert fixture.overrides == {}


def test_a_reason_links_to_its_feature(page):
    item(page, "Link Sharing").last.click()
    page.locator(".detail .note").get_by_role("link", name="Switch it on").click()
    page.locator("#selected", has_text="Document Sharing").wait_for()
    page.locator(".detail .note").get_by_role("button", name="Switch it on").click()
    page.locator(".detail .badge.available").wait_for()


def test_a_changed_availability_appears_immediately(page, fixture):
    item(page, "Preview").first.click()
    page.locator(".detail .badge.available").wait_for()
    fixture.control("App/Preview", "toggle", False)
    page.locator(".detail .badge.unavailable").wait_for()
    assert item(page, "Preview").first.locator(".mark").inner_text() == "Unavailable"


def test_a_feature_links_to_its_performs_on_the_timeline(page):
    item(page, "Preferences").first.click()
    page.get_by_role("link", name=re.compile("on the timeline")).click()
    ready(page, "timeline")
    page.locator("#feature-label", has_text="Feature: Preferences").wait_for()
    assert "feature=App%2FPreferences" in page.url


def test_actions_are_shown_with_their_declaration_and_counts(page):
    item(page, "Document Sharing").first.click()
    row = page.get_by_role("row", name=re.compile("Share Document"))
    assert "Published" in row.inner_text() and "DocumentReference" in row.inner_text()
    page.get_by_role("link", name="Link Sharing").click()
    page.locator("#selected", has_text="Link Sharing").wait_for()


def test_a_narrow_page_shows_one_at_a_time_by_address(new_page, fixture):
    page = ready(new_page(fixture.address("features"), size=NARROW), "features")
    item(page, "Focus Mode").first.click()
    page.locator("#selected", has_text="Focus Mode").wait_for()
    assert page.evaluate("document.activeElement.id") == "selected"
    page.go_back()
    item(page, "Focus Mode").first.wait_for()
    assert "feature=" not in page.url


def test_a_feature_is_put_into_focus_and_its_logs_and_actions_are_one_step_away(page, fixture, new_page):
    item(page, "Document Sharing").first.click()
    focus = page.locator("#detail").get_by_role("button", name="Focus", exact=True)
    expect(focus).to_have_attribute("aria-pressed", "false")
    focus.press("Enter")
    page.locator(".toast", has_text="Document Sharing is in focus.").wait_for()
    expect(focus).to_have_attribute("aria-pressed", "true")
    expect(focus).to_be_focused()
    assert fixture.call("logging")["focus"] == ["App/Sharing"]
    # A feature below it is in focus with it.
    item(page, "Link Sharing").first.click()
    inner = page.locator("#detail").get_by_role("button", name="Focus", exact=True)
    expect(inner).to_have_attribute("aria-pressed", "true")
    expect(inner).to_have_attribute("aria-disabled", "true")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(inner).to_have_attribute("aria-pressed", "false")
    # The page shows it before the program has it.
    wait_until(lambda: fixture.call("logging")["focus"] == [])
    # The focus of another page arrives here.
    fixture.call("logging/focus", paths=["App/Sharing/Links"])
    path = page.locator("#detail").get_by_role("link", name="Logs").get_attribute("href")
    fixture.call("logging/focus", paths=[path.split("feature=")[1].replace("%2F", "/")])
    expect(inner).to_have_attribute("aria-pressed", "true")
    page.locator("#detail").get_by_role("link", name="Logs").click()
    expect(page.locator("#chip-focus")).to_contain_text("Focus: 1 feature")


def test_a_focus_that_can_not_be_changed_is_reverted(new_page, fixture):
    page = ready(new_page(fixture.address("features"), expects=("500",)), "features")
    item(page, "Document Sharing").first.click()
    fixture.failing = "logging/focus"
    page.locator("#detail").get_by_role("button", name="Focus", exact=True).click()
    page.locator(".toast.failure", has_text="Can’t change the focus: The disk is full.").wait_for()
    expect(page.locator("#detail").get_by_role("button", name="Focus", exact=True)).to_have_attribute(
        "aria-pressed", "false"
    )
