"""Settings of a program in the dashboard: removing environments, its name, retention, and erasing a person's data."""

import json
import re

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_server import TOMAS, dialog, loaded, opened
from held import Held
from playwright.sync_api import expect

REMOVED_BY_OTHERS = "The environment of this page was removed."
TOKEN = {"name": "Apps", "environment": "development", "kind": "client"}


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    return mara


def audited(page):
    assert violations(page) == [] and overflows(page) == 0


def test_an_environment_is_removed_once_its_name_is_entered(new_page, screenshot, server, mara):
    mara.program("POST", "tokens", TOKEN)
    page = opened(new_page, server, server.page("settings", "development"), size=SMALL, theme="dark")
    page.get_by_role("button", name="Edit Development…").click()
    audit(page)
    dialog(page).get_by_role("button", name="Remove…").click()
    asked = dialog(page)
    expect(asked.get_by_role("heading", name="Remove Development?")).to_be_visible()
    expect(asked).to_contain_text("The rules and switches of 1 flag in it are removed, as one change of the history.")
    expect(asked).to_contain_text("1 token is revoked.")
    name = asked.get_by_label("Enter “Development” to confirm")
    expect(name).to_be_focused()
    screenshot(page, "dashboard-remove-environment")
    asked.get_by_role("button", name="Remove environment").click()
    expect(asked.get_by_role("alert").filter(has_text="This field is required.")).to_be_visible()
    name.fill("Dev")
    name.press("Enter")
    expect(asked.get_by_role("alert").filter(has_text="This isn’t “Development”.")).to_be_visible()
    audit(page)
    assert len(mara.program("GET", "items")["program"]["environments"]) == 3
    name.fill("Development")
    name.press("Enter")
    # The page was in it.
    page.wait_for_url(server.page("settings", "staging"))
    expect(page.locator(".toast").filter(has_text="Development removed.")).to_be_visible()
    expect(page.locator(".toast").filter(has_text=REMOVED_BY_OTHERS)).to_have_count(0)
    table = loaded(page).get_by_role("table", name="Environments")
    expect(table.get_by_role("row")).to_have_count(3)
    expect(table).not_to_contain_text("Development")
    expect(page.get_by_text("No tokens yet.")).to_be_visible()
    expect(page.get_by_role("table", name="Access log")).to_contain_text("Removed an environment")
    audit(page)
    assert ("targeting", "fast-save", "development") not in mara.items()
    [change, *_] = mara.program("GET", "changes")["changes"]
    assert change["reason"] == "Environment “Development” removed"


def test_the_page_that_removes_its_environment_has_one_message_if_the_change_is_announced_first(new_page, server, mara):
    page = opened(new_page, server, server.page("settings", "development"), expects=("404",))
    # The server’s response to the removal arrives after the change.
    removal = Held(page, "/environments/development/removal$")
    page.get_by_role("button", name="Edit Development…").click()
    dialog(page).get_by_role("button", name="Remove…").click()
    dialog(page).get_by_label("Enter “Development” to confirm").fill("Development")
    dialog(page).get_by_role("button", name="Remove environment").click()
    removal.wait()
    page.wait_for_url(server.page("settings", "staging"))
    expect(page.locator(".toast")).to_have_count(0)
    removal.release()
    expect(page.locator(".toast").filter(has_text="Development removed.")).to_be_visible()
    expect(page.locator(".toast")).to_have_count(1)
    expect(loaded(page).get_by_role("table", name="Environments")).not_to_contain_text("Development")
    expect(page).to_have_url(server.page("settings", "staging"))
    audited(page)


def test_a_protected_environment_says_why_it_stays(new_page, server, mara):
    page = opened(new_page, server, server.page("settings"))
    page.get_by_role("button", name="Edit Production…").click()
    remove = dialog(page).get_by_role("button", name="Remove…")
    expect(remove).to_have_attribute("aria-disabled", "true")
    expect(remove).to_have_accessible_description(re.compile("Changes of this environment require something."))
    remove.click(force=True)
    expect(dialog(page).get_by_role("heading", name="Edit Production")).to_be_visible()
    audited(page)


def test_a_page_of_an_environment_that_another_person_removes_opens_another_one(new_page, server, mara):
    page = opened(new_page, server, server.page("flags", "development"), expects=("404",))
    path = "environments/development/removal"
    mara.program("POST", path, {"name": "Development"})
    page.wait_for_url(server.page("", "staging"))
    expect(page.locator(".toast").filter(has_text=REMOVED_BY_OTHERS)).to_be_visible()
    expect(page.get_by_role("button", name="Environment: Staging")).to_be_visible()


def test_a_page_of_an_environment_without_rules_that_another_person_removes_opens_another_one(new_page, server, mara):
    fields = {"id": "laboratory", "name": "Laboratory", "protection": "none"}
    mara.program("POST", "environments", fields)
    page = opened(new_page, server, server.page("flags", "laboratory"), expects=("404",))
    mara.program("POST", "environments/laboratory/removal", {"name": "Laboratory"})
    page.wait_for_url(server.page("", "development"))
    expect(page.locator(".toast").filter(has_text=REMOVED_BY_OTHERS)).to_be_visible()
    page.goto(server.page("changes", "development"))
    row = page.locator(".change").filter(has_text="Environment “Laboratory” removed")
    expect(row).to_contain_text("Mara Lindt changed no flags or segments")
    # There is nothing to show or revert.
    expect(row.get_by_role("button")).to_have_count(0)
    audited(page)


def test_a_page_takes_over_the_name_that_another_person_gave_the_program(new_page, server, mara):
    page = opened(new_page, server, server.page("flags", "development"))
    mara.call("PUT", f"programs/{server.program}", {"name": "Papers"})
    mara.set("fast-save", "development", isOn=True)
    expect(page.get_by_role("button", name="Program: Papers")).to_be_visible()
    expect(page).to_have_title(re.compile("Papers"))


def test_an_environment_is_renamed(new_page, server, mara):
    page = opened(new_page, server, server.page("settings", "development"))
    page.get_by_role("button", name="Edit Development…").click()
    dialog(page).get_by_label("Name").fill("Laboratory")
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.get_by_role("row", name=re.compile("^Laboratory"))).to_be_visible()
    expect(page.get_by_role("button", name="Environment: Laboratory")).to_be_visible()


def test_a_program_is_renamed(new_page, server, mara):
    page = opened(new_page, server, server.page("settings"), size=SMALL, theme="dark")
    page.get_by_role("button", name="Rename…").click()
    name = dialog(page).get_by_role("textbox", name="Name")
    expect(name).to_have_value("Documents")
    audit(page)
    name.fill("Papers")
    dialog(page).get_by_role("button", name="Rename", exact=True).click()
    expect(page.locator(".toast").filter(has_text="Renamed to “Papers”.")).to_be_visible()
    expect(page).to_have_title(re.compile("Papers"))
    card = page.get_by_role("region", name="Program", exact=True)
    expect(card).to_contain_text("Papers")
    expect(card.locator("code")).to_have_text(server.program)
    expect(page.get_by_role("table", name="Access log")).to_contain_text("Renamed a program")
    page.reload()
    expect(loaded(page).get_by_role("region", name="Program", exact=True)).to_contain_text("Papers")
    audit(page)


def test_retention_is_shown_and_a_persons_data_erased(new_page, server, mara):
    page = opened(new_page, server, server.page("settings", "development"))
    card = page.get_by_role("region", name="Retention")
    for text in ("30 days", "90 days", "396 days", "--report-days"):
        expect(card).to_contain_text(text)
    sent, asked = [], dialog(page)

    def set_days(route):
        sent.append(route.request.post_data_json)
        route.fulfill(status=204)

    page.route("**/api/v1/retention", set_days)
    card.get_by_role("button", name="Set days…").click()
    asked.get_by_label("Days for reports").fill("0")
    asked.get_by_role("button", name="Set days").click()
    expect(asked.get_by_label("Days for reports")).to_be_focused()
    asked.get_by_label("Days for reports").fill("120")
    audited(page)
    asked.get_by_role("button", name="Set days").click()
    expect(page.locator(".toast").filter(has_text="Retention set.")).to_be_visible()
    assert sent == [{"sessionDays": 30, "reportDays": 120, "countDays": 396}]
    card.get_by_role("button", name="Erase a person’s data…").click()
    asked.get_by_label("Pseudonym").fill("p-1")
    asked.get_by_role("button", name="Continue…").click()
    expect(dialog(page)).to_contain_text("No session or report of p-1 is stored in development.")
    audited(page)
    found, erased = {"sessions": 3, "reports": 1, "sketches": 0, "messages": 0}, []

    def answer(route):
        if route.request.method == "DELETE":
            erased.append(route.request.url)
        route.fulfill(status=200, content_type="application/json", body=json.dumps(found))

    dialog(page).get_by_role("button", name="Cancel").click()
    page.route("**/environments/development/insight/people/p-1", answer)
    card.get_by_role("button", name="Erase a person’s data…").click()
    asked.get_by_label("Pseudonym").fill("p-1")
    asked.get_by_role("button", name="Continue…").click()
    expect(dialog(page)).to_contain_text("3 sessions and 1 report of p-1 are deleted from development.")
    assert erased == []
    dialog(page).get_by_role("button", name="Erase", exact=True).click()
    expect(page.locator(".toast").filter(has_text="Data erased.")).to_be_visible()
    assert len(erased) == 1


def test_a_viewer_sees_retention_and_their_own_sessions_and_changes_nothing(new_page, server, mara):
    server.invite(mara, "viewer")
    page = opened(new_page, server, server.page("settings"), email=TOMAS, size=SMALL)
    expect(page.get_by_role("region", name="Retention")).to_contain_text("90 days")
    expect(page.get_by_role("table", name="Your sessions")).to_be_visible()
    expect(page.get_by_role("table", name="Access log")).to_have_count(0)
    for name in ("Erase a person’s data…", "Set days…", "Rename…", "Edit Development…"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    audited(page)
