"""The dashboard's other pages: overview, changes, requests, segments, compare, settings; and the audit of all."""

import json
import re
from pathlib import Path

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_server import TOMAS, dialog, loaded, opened
from playwright.sync_api import expect

PAGES = ["", "reports", "behaviour", "flags", "flags?view=tidy", "flags/fast-save", "changes", "changes?view=requests"]
PAGES += ["changes?view=scheduled", "segments", "experiments"]
PAGES += ["compare?from=development&to=production", "settings", "connect"]
DIALOGS = ["flags?open=new", "flags/fast-save?open=try", "flags/fast-save?open=switch", "settings?open=token"]


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save", owner="Storage team", tags=["storage"])
    condition = {"attribute": "plan", "is": "oneOf", "values": ["beta"]}
    testers = {"name": "Beta testers", "people": ["u-1"], "if": [condition]}
    mara.change({"kind": "segment", "name": "testers", "create": testers})
    rule = {"id": "1", "if": [{"segment": "testers", "is": "in"}], "then": {"variant": "on"}}
    split = [{"variant": "on", "weight": 25}, {"variant": "off", "weight": 75}]
    mara.set("fast-save", "development", isOn=True, rules=[rule], otherwise={"split": split})
    return mara


def toast(page, text):
    return page.locator(".toast").filter(has_text=text)


def test_every_page_passes_the_audit_and_fits(new_page, screenshot, server, mara):
    page = opened(new_page, server, server.page(), size=SMALL, theme="dark")
    for name in PAGES + DIALOGS:
        page.goto(server.page(name))
        loaded(page)
        if "open" in name:
            expect(dialog(page)).to_be_visible()
            expect(dialog(page).locator(".bones")).to_have_count(0)
        audit(page, screenshot, f"dashboard-{name.replace('/', '-').replace('?', '-')}")
    page.goto(server.page("flags/fast-save", "development"))
    loaded(page).get_by_role("button", name="More for rule 1").click()
    page.get_by_role("menuitem", name="Edit").click()
    page.get_by_label("Segment of condition 1").wait_for()
    audit(page)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Edit the rule for everyone else").click()
    page.get_by_role("slider").wait_for()
    audit(page)


def test_the_overview_shows_a_connection_without_a_reload(new_page, server, mara):
    page = opened(new_page, server, server.page("", "development"))
    expect(page.get_by_role("heading", name="Connect a program")).to_be_visible()
    expect(page.get_by_role("region", name="Rollouts in development")).to_contain_text("Fast Save")
    token = mara.program("POST", "tokens", {"name": "App", "kind": "client", "environment": "development"})["token"]
    headers = {"Authorization": f"Bearer {token}", "X-Firesteel-Instance": "i-1", "X-Firesteel-Version": "3.4.1"}
    response = page.request.post(f"{server.origin}/ofrep/v1/evaluate/flags", headers=headers, data={"context": {}})
    assert response.ok, response.text()
    expect(page.get_by_role("heading", name="Connected programs")).to_be_visible()
    expect(page.get_by_role("table", name="Connected programs")).to_contain_text("3.4.1")
    expect(page.get_by_role("heading", name="Connect a program")).to_have_count(0)


def test_a_change_is_found_and_reverted(new_page, server, mara):
    mara.set("fast-save", "development", reason="Off for a moment", isOn=False)
    page = opened(new_page, server, server.page("changes", "development"))
    page.get_by_role("searchbox").fill("moment")
    expect(page.locator(".change")).to_have_count(1)
    expect(page.locator(".change").first).to_contain_text("Mara Lindt switched off Fast Save in development")
    page.get_by_role("button", name="Revert change").click()
    expect(dialog(page).locator("ins")).to_have_text(["on"])
    dialog(page).get_by_role("button", name="Revert").click()
    expect(toast(page, "reverted.")).to_be_visible()
    assert mara.items()["targeting", "fast-save", "development"]["value"]["isOn"] is True


def test_the_audit_is_filtered_and_exported(new_page, server, mara):
    tomas = server.invite(mara, "editor")
    tomas.set("fast-save", "development", reason="Off for a moment", isOn=False)
    page = opened(new_page, server, server.page("changes", "development"))
    page.get_by_role("button", name="Person: any").click()
    page.get_by_role("menuitemradio", name="Tomás Ortega").click()
    expect(page.locator(".change")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    changes = [json.loads(line) for line in Path(download.value.path()).read_text().splitlines()]
    assert [(change["author"]["name"], change["reason"]) for change in changes] == [
        ("Tomás Ortega", "Off for a moment")
    ]
    expect(toast(page, "1 change exported.")).to_be_visible()
    page.get_by_role("button", name="Source: any").click()
    page.get_by_role("menuitemradio", name="Schedule").click()
    expect(page.get_by_role("heading", name="No changes match")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(page.locator(".change")).to_have_count(4)


def test_an_approval_covers_only_what_the_approver_read(new_page, server, mara):
    server.invite(mara, "approver")
    mara.set("fast-save", "production", reason="Ready for everyone", isOn=True)
    # The server refuses the first approval.
    page = opened(new_page, server, server.page("changes?view=requests"), email=TOMAS, expects=("409",))
    request = page.locator(".change").filter(has_text="Ready for everyone")
    request.get_by_role("button", name="Approve…").click()
    expect(dialog(page).locator("ins").first).to_have_text("on")

    # The change is there before the approval, and the page can't know of it yet: only the server can.
    def change_before(route):
        mara.set("fast-save", "development", reason="Meanwhile", isOn=False)
        route.continue_()

    page.route(re.compile("/approval$"), change_before, times=1)
    dialog(page).get_by_role("button", name="Approve").click()
    expect(dialog(page).get_by_text("The program changed since you opened this.")).to_be_visible()
    assert mara.items()["targeting", "fast-save", "production"]["value"]["isOn"] is False
    expect(dialog(page).get_by_role("button", name="Approve")).to_be_enabled()
    dialog(page).get_by_label("Comment").fill("Looks good")
    dialog(page).get_by_role("button", name="Approve").click()
    expect(toast(page, "Change approved.")).to_be_visible()
    expect(request).to_contain_text("Done by Tomás Ortega")
    expect(request).to_contain_text("Looks good")
    assert mara.items()["targeting", "fast-save", "production"]["value"]["isOn"] is True


def test_ones_own_request_is_withdrawn(new_page, server, mara):
    mara.set("fast-save", "production", reason="Too early", isOn=True)
    page = opened(new_page, server, server.page("changes?view=requests"))
    request = page.locator(".change").filter(has_text="Too early")
    expect(request.get_by_role("button", name="Approve…")).to_have_count(0)
    request.get_by_role("button", name="Withdraw").click()
    expect(request).to_contain_text("Withdrawn")


def test_a_change_is_scheduled_and_removed(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/fast-save", "staging"))
    page.get_by_role("switch").click()
    dialog(page).get_by_role("button", name="Schedule…").click()
    dialog(page).get_by_label("Takes effect at").fill("2099-01-01T09:00")
    dialog(page).get_by_label("Reason").fill("New year")
    dialog(page).get_by_role("button", name="Schedule", exact=True).click()
    expect(toast(page, "Scheduled for")).to_be_visible()
    page.goto(server.page("changes?view=scheduled"))
    schedule = page.locator(".change").filter(has_text="New year")
    schedule.get_by_role("button", name="Remove").click()
    expect(schedule).to_contain_text("Withdrawn")


def test_a_person_is_checked_for_a_segment(new_page, server, mara):
    server.invite(mara, "viewer")
    page = opened(new_page, server, server.page("segments", "development"), email=TOMAS)
    token = mara.program("POST", "tokens", {"name": "App", "kind": "client", "environment": "development"})["token"]
    for context in ({"targetingKey": "u-1"}, {"targetingKey": "u-2", "plan": "beta"}, {"plan": "beta"}, {"plan": "x"}):
        evaluated = page.request.post(
            f"{server.origin}/ofrep/v1/evaluate/flags",
            headers={"Authorization": f"Bearer {token}"},
            data={"context": context},
        )
        assert evaluated.status == 200
    page.reload()
    counts = loaded(page).get_by_role("table", name="Recent contexts by condition").get_by_role("row")
    expect(counts).to_have_text([re.compile("Condition"), "The plan is beta2", "Listed by key1", "Members3"])
    page.get_by_role("button", name="Check a person…").click()
    asked = dialog(page)
    expect(asked.get_by_label("Person, by key")).to_be_focused()
    result = asked.get_by_role("status")
    asked.get_by_label("Person, by key").fill("u-1")
    asked.get_by_role("button", name="Check").click()
    expect(result).to_have_text("u-1 is in Beta testers, by key.")
    asked.get_by_label("Person, by key").fill("u-2")
    asked.get_by_role("button", name="Check").click()
    expect(result).to_have_text("u-2 isn’t in Beta testers. Checked without plan.")
    asked.get_by_label("plan, if known").fill("beta")
    page.keyboard.press("Enter")
    expect(result).to_have_text("u-2 is in Beta testers, by its conditions.")
    assert violations(page) == [] and overflows(page) == 0
    # Nothing of the check is stored.
    assert [name for _, name, _ in mara.items() if "check" in name] == []


def test_a_segment_is_created_and_used_segments_stay(new_page, server, mara):
    page = opened(new_page, server, server.page("segments", "development"))
    expect(page.get_by_role("heading", name="Beta testers")).to_be_visible()
    expect(page.get_by_role("button", name="Remove…")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="New segment…").click()
    dialog(page).get_by_label("Name").fill("Employees")
    dialog(page).get_by_role("button", name="Condition").click()
    dialog(page).get_by_label("Condition 1", exact=True).select_option("Attribute")
    dialog(page).get_by_label("Attribute of condition 1").fill("email")
    dialog(page).get_by_label("Comparison of condition 1").select_option("ends with")
    dialog(page).get_by_label("Value of condition 1").fill("@example.com")
    dialog(page).get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Create segment").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_role("heading", name="Employees", exact=True)).to_be_visible()
    conditions = mara.items()["segment", "employees", None]["value"]["if"]
    assert conditions == [{"attribute": "email", "is": "endsWith", "values": ["@example.com"]}]


def test_people_are_invited_and_tokens_revoked(new_page, server, mara):
    body = {"name": "Apps", "environment": "production", "kind": "client"}
    mara.program("POST", "tokens", body)
    page = opened(new_page, server, server.page("settings"))
    page.get_by_role("button", name="Revoke Apps…").click()
    dialog(page).get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("No tokens yet.")).to_be_visible()
    page.get_by_role("button", name="Invite…").click()
    dialog(page).get_by_label("Email").fill(TOMAS)
    dialog(page).get_by_role("button", name="Create invitation").click()
    link = dialog(page).locator(".secret code").inner_text()
    other = new_page(link, expects=("401",))
    expect(other.get_by_role("heading", name="Accept the invitation")).to_be_visible()
    assert violations(other) == []
    other.get_by_label("Name").fill("Tomás Ortega")
    other.get_by_label("Email").fill(TOMAS)
    other.get_by_label("Password").fill("another long passphrase")
    other.get_by_role("button", name="Create account").click()
    expect(other.get_by_role("heading", name="Overview")).to_be_visible()
    page.reload()
    expect(loaded(page).get_by_role("table", name="People")).to_contain_text("Tomás Ortega")


def test_an_environment_becomes_protected(new_page, server, mara):
    page = opened(new_page, server, server.page("settings"))
    page.get_by_role("button", name="Edit Development…").click()
    dialog(page).get_by_label("Changes require").select_option("A reason")
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.get_by_role("row", name=re.compile("^Development"))).to_contain_text("Reason")
