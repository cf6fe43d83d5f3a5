"""Parents and exclusion groups in the dashboard: editing them, and what they mean for a flag's state."""

import re

import pytest
from conftest import SMALL, audit, violations
from dashboard_server import dialog, opened, suggestions
from playwright.sync_api import expect

VARIANTS = [{"name": "on", "value": True}, {"name": "off", "value": False}]


@pytest.fixture
def mara(server):
    """Flags that are on for everyone in development, and nowhere else, where a change would need an approval."""
    mara = server.first()
    for key, name in (("premium", "Premium"), ("templates", "Templates"), ("ink", "Ink")):
        mara.change(
            {"kind": "flag", "name": key, "create": {"type": "boolean", "name": name, "variants": VARIANTS}},
            {
                "kind": "targeting",
                "name": key,
                "environment": "development",
                "create": {"isOn": True, "otherwise": {"variant": "on"}},
            },
        )
    return mara


def set_flag(person, key, **fields):
    base = person.items()["flag", key, None]["change"]
    person.change({"kind": "flag", "name": key, "base": base, "set": fields})


def edit_details(page, **fields):
    page.get_by_role("button", name="Edit…").click()
    for label, value in fields.items():
        dialog(page).get_by_label(label).select_option(value)
    dialog(page).get_by_role("button", name="Continue…").click()


def ties(page):
    return page.get_by_role("region", name="Dependencies")


def test_a_parent_is_set_and_a_cycle_is_explained(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/templates", "development"))
    expect(page.get_by_role("region", name="Rules in development")).to_be_visible()
    expect(ties(page)).to_have_count(0)
    edit_details(page, Needs="Premium (premium)")
    expect(dialog(page).locator("ins").filter(has_text="parent: ")).to_contain_text("premium")
    dialog(page).get_by_role("button", name="Save").click()
    expect(ties(page).get_by_role("link", name="Premium")).to_contain_text("On here")
    assert mara.items()["flag", "templates", None]["value"]["parent"] == "premium"
    ties(page).get_by_role("link", name="Premium").click()
    expect(page.get_by_role("heading", name="Premium", level=1)).to_be_visible()
    expect(ties(page).get_by_role("link", name="Templates")).to_contain_text("off where this is off")
    edit_details(page, Needs="Templates (templates)")
    expect(dialog(page).get_by_text("are each other's ancestors. Remove one of the parents.").first).to_be_visible()
    expect(dialog(page).get_by_role("button", name="Save")).to_be_disabled()
    assert violations(page) == []
    dialog(page).get_by_role("button", name="Cancel").click()
    assert "parent" not in mara.items()["flag", "premium", None]["value"]


def test_an_exclusion_group_is_set_among_the_known_ones(new_page, server, mara):
    set_flag(mara, "ink", exclusionGroup="look")
    page = opened(new_page, server, server.page("flags/templates", "development"))
    page.get_by_role("button", name="Edit…").click()
    group = dialog(page).get_by_label("Exclusion group")
    expect(suggestions(group, "look")).to_have_count(1)
    group.fill("look")
    dialog(page).get_by_role("button", name="Continue…").click()
    dialog(page).get_by_role("button", name="Save").click()
    expect(ties(page).get_by_role("heading", name="Exclusion group “look”")).to_be_visible()
    ties(page).get_by_role("link", name="Ink").click()
    expect(page.get_by_role("heading", name="Ink", level=1)).to_be_visible()
    expect(ties(page).get_by_role("link", name="Templates")).to_be_visible()


def test_trying_a_flag_says_that_another_one_of_its_group_has_priority(new_page, server, mara):
    set_flag(mara, "ink", exclusionGroup="look")
    set_flag(mara, "templates", exclusionGroup="look")
    page = opened(new_page, server, server.page("flags/ink", "development"))
    page.get_by_role("button", name="Try…").click()
    expect(dialog(page)).to_contain_text("Another flag of its exclusion group has priority.")
    expect(dialog(page).locator(".steps li").filter(has_text="Only one flag of “look” is on")).to_contain_text(
        "Templates has priority"
    )
    expect(dialog(page).get_by_role("heading", name="Not evaluated")).to_be_visible()
    dialog(page).get_by_role("button", name="Copy as test").click()
    warning = "Another flag decides here, so a test of this definition alone would fail."
    expect(page.locator(".toast").filter(has_text=warning)).to_be_visible()


def test_a_flag_whose_parent_is_off_says_so(new_page, screenshot, server, mara):
    set_flag(mara, "templates", parent="premium", exclusionGroup="look")
    set_flag(mara, "ink", parent="templates", exclusionGroup="look")
    mara.set("premium", "development", isOn=False)
    page = opened(new_page, server, server.page("flags", "development"), size=SMALL, theme="dark")
    row = page.get_by_role("row", name="Templates, templates")
    expect(row.locator(".cell.here")).to_have_text("On, needs Premium")
    # A grandparent counts as well.
    expect(page.get_by_role("row", name="Ink").locator(".cell.here")).to_have_text("On, needs Premium")
    audit(page)
    row.click()
    tile = page.locator(".tile[aria-current=true] .big")
    expect(tile).to_contain_text("On, needs Premium")
    parent = ties(page).get_by_role("link", name=re.compile("^Premium"))
    expect(parent).to_contain_text("Off here")
    expect(ties(page).get_by_role("link", name="Ink").first).to_contain_text("off where this is off")
    audit(page, screenshot, "dashboard-dependencies")
    mara.set("premium", "development", isOn=True)
    expect(tile).to_have_text("On for everyone")
    expect(parent).to_contain_text("On here")
