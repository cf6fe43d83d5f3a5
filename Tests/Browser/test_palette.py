"""The palette: found by the keyboard, everything that can be performed and gone to, and the form of an action."""

import json
import re

import pytest
from conftest import NARROW, WIDE, overflows, violations
from inspector import ready
from playwright.sync_api import expect
from program import program


@pytest.fixture
def fixture(request):
    with program(**getattr(request, "param", {})) as found:
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(new_page(fixture.address("features")), "features")


def open_palette(page, words=""):
    page.keyboard.press("Control+k")
    page.locator(".palette [role=option]").first.wait_for()
    page.keyboard.type(words)
    return page.get_by_role("combobox", name="Action, feature or page")


def names(page):
    return page.locator("[role=option] .name").all_inner_texts()


def fill_in(page, words):
    """Opens the form of the first action that is found."""
    open_palette(page, words)
    page.keyboard.press("Enter")
    return page.locator("form.perform")


def test_the_keyboard_searches_selects_and_closes(page):
    combobox = open_palette(page, "sharing")
    expect(combobox).to_be_focused()
    expect(combobox).to_have_attribute("aria-expanded", "true")
    assert names(page)[:2] == ["Document Sharing", "Link Sharing"]

    def active():
        return page.locator(f"#{combobox.get_attribute('aria-activedescendant')}")

    expect(active()).to_have_attribute("aria-selected", "true")
    expect(active()).to_contain_text("Document Sharing")
    page.keyboard.press("ArrowDown")
    expect(active()).to_contain_text("Link Sharing")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert active().inner_text().split("\n")[0] == names(page)[-1]
    assert page.locator("[role=option][aria-selected=true]").count() == 1
    combobox.fill("nothing of this name")
    page.get_by_role("heading", name="No results for “nothing of this name”").wait_for()
    assert combobox.get_attribute("aria-activedescendant") is None
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="Command menu").click()
    page.get_by_role("option", name=re.compile("^Link Sharing")).click()
    page.locator("#selected", has_text="Link Sharing").wait_for()


def test_recent_items_come_first(page):
    open_palette(page, "logs")
    page.keyboard.press("Enter")
    ready(page, "logs")
    open_palette(page)
    expect(page.locator(".palette .group").first).to_have_text("Recent")
    assert names(page)[0] == "Logs" and names(page).count("Logs") == 1


def test_unavailable_items_have_their_reason_and_cannot_be_selected(page, fixture):
    open_palette(page, "share doc")
    option = page.get_by_role("option", name=re.compile("Share Document"))
    assert option.get_attribute("aria-disabled") == "true"
    assert "Switched off by the user" in option.inner_text()
    option.click(force=True)
    expect(page.locator(".palette [role=status]")).to_contain_text("can’t be performed: Switched off by the user")
    assert fixture.sent == [] and page.locator("form.perform").count() == 0


def test_an_action_without_input_is_performed_immediately_and_links_to_the_timeline(page, fixture):
    form = fill_in(page, "leave focus")
    form.get_by_text("Success after 412 ms").wait_for()
    assert fixture.bodies("actions/perform") == [{"action": "App/FocusMode/#LeaveFocus"}]
    form.get_by_role("link", name="Show in timeline").click()
    ready(page, "timeline")
    expect(page.locator("#selected")).to_contain_text("Leave Focus")


def test_a_form_has_a_control_for_each_type_and_sends_its_values(page, fixture):
    form = fill_in(page, "create")
    expect(form.get_by_role("textbox", name="Title")).to_be_focused()
    expect(form.get_by_role("textbox", name="Title")).to_have_value("")
    page.keyboard.type("Untitled")
    page.keyboard.press("Enter")
    expect(form.get_by_role("textbox", name="Pages")).to_be_focused()
    form.get_by_text("Enter a whole number").wait_for()
    assert fixture.sent == []
    form.get_by_role("textbox", name="Pages").fill("9007199254740993")
    form.get_by_role("switch", name="Is draft").click()
    form.get_by_label("Due").fill("2026-11-21T10:00")
    form.get_by_role("combobox", name="Format").select_option("html")
    form.get_by_role("textbox", name="Owner › Name").fill('Ada "the first"')
    form.get_by_role("button", name="Perform", exact=True).click()
    form.get_by_text("Success").wait_for()
    [sent] = fixture.bodies("actions/perform")
    assert '"pages": 9007199254740993' in sent["input"]
    assert json.loads(sent["input"]) == {
        "title": "Untitled",
        "pages": 9007199254740993,
        "isDraft": True,
        "due": page.evaluate("new Date('2026-11-21T10:00').toISOString().replace('.000', '')"),
        "format": "html",
        "owner": {"name": 'Ada "the first"'},
        "tags": [],
    }


def test_an_input_can_be_edited_as_json_and_as_fields(page, fixture):
    form = fill_in(page, "open document")
    form.get_by_role("textbox", name="Document").fill("plan.md")
    form.get_by_role("button", name="Edit as JSON").click()
    written = form.get_by_role("textbox", name="DocumentReference")
    expect(written).to_have_value(re.compile('"document": "plan.md"'))
    written.fill('{"document": }')
    form.get_by_role("button", name="Perform").click()
    form.get_by_text("Line 1, column 14").wait_for()
    written.fill('{"document": "other.md", "page": 3}')
    form.get_by_role("button", name="Perform").click()
    form.get_by_text("Success").wait_for()
    assert json.loads(fixture.bodies("actions/perform")[0]["input"]) == {"document": "other.md", "page": 3}
    form.get_by_role("button", name="Edit as fields").click()
    expect(form.get_by_role("textbox", name="Document")).to_be_focused()


def test_rejected_input_has_an_error_beside_its_field_and_failures_are_shown(page, fixture):
    form = fill_in(page, "create")
    form.get_by_role("combobox", name="Format").select_option("html")
    pages, owner = (form.get_by_role("textbox", name=name) for name in ("Pages", "Owner › Name"))
    pages.fill("-1")
    page.keyboard.press("Enter")
    form.get_by_text("The parameter owner is missing.").wait_for()
    expect(owner).to_be_focused()
    assert owner.get_attribute("aria-invalid") == "true"
    owner.fill("Ada")
    page.keyboard.press("Enter")
    form.get_by_text("A document has no negative number of pages.").wait_for()
    expect(pages).to_be_focused()
    assert pages.get_attribute("aria-invalid") == "true" and owner.get_attribute("aria-invalid") is None
    page.keyboard.press("Escape")
    fixture.command(presents={"refusal": "No window shows this."})
    form = fill_in_again(page, "open document")
    form.get_by_role("textbox", name="Document").fill("plan.md")
    page.keyboard.press("Enter")
    form.get_by_text("Declined. No window shows this.").wait_for()
    page.keyboard.press("Escape")
    form = fill_in_again(page, "delete document")
    form.get_by_role("textbox", name="Document").fill("plan.md")
    page.keyboard.press("Enter")
    form.get_by_text("Failure after 1.2 ms: The disk is full.").wait_for()


def fill_in_again(page, words):
    """From the list, where Escape led back to."""
    page.get_by_role("combobox", name="Action, feature or page").fill(words)
    page.keyboard.press("Enter")
    return page.locator("form.perform")


@pytest.mark.parametrize("fixture", [{"presents": False}], indirect=True)
def test_actions_that_cannot_be_performed_show_the_reason(new_page, fixture):
    page = ready(new_page(fixture.address("features")), "features")
    page.get_by_role("treeitem", name=re.compile("Document Management")).first.locator("> .twig").click()
    page.get_by_role("button", name="Perform Open Document").click()
    form = page.locator("form.perform")
    form.get_by_text("the program provides no presenters to the inspector").wait_for()
    assert form.get_by_role("button", name="Perform").get_attribute("aria-disabled") == "true"
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    form = fill_in_again(page, "search documents")
    form.get_by_text("The values of a SearchWords are unknown").wait_for()
    assert fixture.sent == []


def test_a_feature_opens_the_form_of_its_published_actions(page):
    page.get_by_role("treeitem", name=re.compile("Document Management")).first.locator("> .twig").click()
    page.get_by_role("button", name="Perform Rename Document").click()
    page.get_by_role("heading", name="Rename Document").wait_for()


def test_the_command_menu_shows_a_load_error_and_an_empty_state(new_page, fixture):
    page = ready(new_page(fixture.address("features"), expects=("500",)), "features")
    fixture.failing = "/api/actions"
    page.keyboard.press("Control+k")
    page.get_by_role("heading", name="Can’t load commands").wait_for()
    fixture.failing = None
    page.route("**/api/actions", lambda route: route.fulfill(json={**fixture.call("actions"), "actions": []}))
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("No published actions yet").wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_command_menu_passes_the_audit(new_page, fixture, screenshot, theme):
    page = ready(new_page(fixture.address("features"), theme=theme), "features")
    for size, name in ((WIDE, "wide"), (NARROW, "narrow")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.get_by_role("button", name="Command menu").locator("visible=true").click()
        page.locator(".palette [role=option]").first.wait_for()
        screenshot(page, f"palette-{name}-{theme}")
        assert violations(page) == []
        page.keyboard.type("create")
        page.keyboard.press("Enter")
        page.locator("form.perform .input-field").first.wait_for()
        page.keyboard.press("Enter")
        screenshot(page, f"palette-form-{name}-{theme}")
        assert violations(page) == [] and overflows(page) == 0
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
