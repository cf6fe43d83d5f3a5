"""Pending changes, requests and schedules: on the page of their flag, on Compare, and moving a schedule."""

import re
import secrets
import time

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_server import dialog, opened
from playwright.sync_api import expect

DAY = 86_400_000


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    return mara


def schedule(person, environment, due, reason="A test", **fields):
    base = person.items()["targeting", "fast-save", environment]["change"]
    edit = {"kind": "targeting", "name": "fast-save", "environment": environment, "base": base, "set": fields}
    body = {"id": secrets.token_hex(8), "edits": [edit], "reason": reason, "due": due}
    return person.program("POST", "changes", body)


def in_days(days):
    return int(time.time() * 1000) + days * DAY


def tile(page, name):
    return page.locator(".tile").filter(has_text=name)


def test_pending_changes_are_on_the_page_of_their_flag(new_page, screenshot, server, mara):
    tomas = server.invite(mara, "approver")
    page = opened(new_page, server, server.page("flags/fast-save", "development"), size=SMALL, theme="dark")
    expect(tile(page, "Production")).not_to_contain_text("Pending")
    # Both appear without a reload.
    mara.set("fast-save", "production", reason="Ready for everyone", isOn=True)
    request = page.locator(".note").filter(has_text="A change of production is pending approval: switch it on.")
    expect(request).to_contain_text("Mara Lindt: “Ready for everyone”")
    expect(tile(page, "Production")).to_contain_text("Pending approval")
    schedule(mara, "development", in_days(3), reason="Summer sale", isOn=True)
    due = page.locator(".note").filter(has_text=re.compile("^Scheduled for .* in development: switch it on."))
    expect(due).to_contain_text("Summer sale")
    expect(tile(page, "Development")).to_contain_text("Scheduled for")
    # What is about this environment is first.
    expect(page.locator(".note").filter(has_text="switch it on").first).to_contain_text("in development")
    audit(page, screenshot, "dashboard-pending")
    request.get_by_role("link", name="Show the request of Mara Lindt").click()
    row = page.locator(".change").filter(has_text="Ready for everyone")
    # Its difference is open.
    expect(row.locator("ins").first).to_have_text("on")
    [pending] = [one for one in tomas.program("GET", "requests")["requests"] if one["kind"] == "approval"]
    page.goto(server.page("flags/fast-save", "development"))
    expect(request).to_be_visible()
    tomas.approve(pending)
    expect(request).to_have_count(0)
    expect(tile(page, "Production")).not_to_contain_text("Pending")


def test_a_flag_is_shown_if_pending_changes_cannot_be_read(new_page, server, mara):
    schedule(mara, "development", in_days(3), reason="Summer sale", isOn=True)
    page = opened(new_page, server, server.page("segments", "development"), expects=("500",))
    failure = {"error": {"code": "internal", "message": "The server failed."}}
    asked, pending = [], re.compile(r"/requests\?.*state=pending")

    def fail(route):
        asked.append(route.request.url)
        route.fulfill(status=500, json=failure)

    page.route(pending, fail)
    page.goto(server.page("flags/fast-save", "development"))
    note = page.locator(".note.failure")
    expect(note).to_have_text("Can’t read pending changes: The server failed.")
    expect(page.get_by_role("heading", name="Rules in development")).to_be_visible()
    assert asked and all("item=fast-save" in url for url in asked)
    assert violations(page) == []
    page.unroute(pending)
    # Another one has the page read them again.
    schedule(mara, "development", in_days(4), reason="Winter sale", isOn=True)
    expect(page.locator(".note").filter(has_text="Winter sale")).to_be_visible()
    expect(page.locator(".note").filter(has_text="Summer sale")).to_be_visible()
    expect(note).to_have_count(0)


def test_compare_marks_pending_changes_and_leads_there(new_page, server, mara):
    server.invite(mara, "approver")
    mara.set("fast-save", "development", isOn=True)
    mara.set("fast-save", "production", reason="Ready for everyone", isOn=True)
    page = opened(new_page, server, server.page("compare?from=development&to=production", "development"))
    row = page.get_by_role("group", name="Differences").locator("> div").filter(has_text="Fast Save")
    expect(row.locator(".to").get_by_role("link", name="Pending approval")).to_be_visible()
    expect(row.locator(".from").get_by_role("link")).to_have_count(0)
    # Another one appears without a reload.
    schedule(mara, "development", in_days(3), isOn=False)
    expect(row.locator(".from").get_by_role("link", name=re.compile("^Scheduled for "))).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0
    row.locator(".to").get_by_role("link").click()
    expect(page.locator(".change").filter(has_text="Ready for everyone").locator("ins").first).to_have_text("on")


def test_compare_is_shown_if_pending_changes_cannot_be_read(new_page, server, mara):
    mara.set("fast-save", "development", isOn=True)
    page = opened(new_page, server, server.page("segments", "development"), expects=("500",))
    failure, pending = (
        {"error": {"code": "internal", "message": "The server failed."}},
        re.compile(r"/requests\?.*state=pending"),
    )
    page.route(pending, lambda route: route.fulfill(status=500, json=failure))
    page.goto(server.page("compare?from=development&to=production", "development"))
    expect(page.get_by_role("group", name="Differences")).to_contain_text("Fast Save")
    note = page.locator(".note.failure").filter(has_text="Can’t read pending changes: The server failed.")
    expect(note).to_be_visible()
    assert violations(page) == []
    page.unroute(pending)
    note.get_by_role("button", name="Try again").click()
    expect(note).to_have_count(0)
    expect(page.get_by_role("group", name="Differences")).to_contain_text("Fast Save")


def test_compare_continues_without_an_environment_that_another_person_removes(new_page, server, mara):
    page = opened(new_page, server, server.page("compare?from=development&to=production", "staging"))
    expect(page.locator("#from option")).to_have_text(["Development", "Staging", "Production"])
    mara.program("POST", "environments/development/removal", {"name": "Development"})
    expect(page.locator("#from option")).to_have_text(["Staging", "Production"])
    expect(page.locator("#from")).to_have_value("staging")
    expect(page.locator("#to")).to_have_value("production")
    expect(page.get_by_text("All flags are the same in staging and production.")).to_be_visible()
    page.wait_for_url(re.compile("from=staging"))
    # The page still follows changes.
    mara.set("fast-save", "staging", isOn=True)
    expect(page.get_by_role("group", name="Differences")).to_contain_text("Fast Save")
    assert violations(page) == [] and overflows(page) == 0


def test_compare_promotes_from_the_current_environment_to_the_next(new_page, server, mara):
    page = opened(new_page, server, server.page("flags", "production"))
    page.get_by_role("link", name="Compare…").click()
    expect(page.locator("#from")).to_have_value("staging")
    expect(page.locator("#to")).to_have_value("production")


def test_a_schedule_is_moved_to_another_time(new_page, server, mara):
    schedule(mara, "development", in_days(3), reason="Night shift", isOn=True)
    page = opened(new_page, server, server.page("changes?view=scheduled", "development"))
    row = page.locator(".change").filter(has_text="Night shift")
    row.get_by_role("button", name="Move…").click()
    at = dialog(page).get_by_label("Takes effect at")
    expect(at).to_be_focused()
    at.fill("2020-01-01T09:00")
    dialog(page).get_by_role("button", name="Move", exact=True).click()
    expect(dialog(page).get_by_text("Choose a later time.")).to_be_visible()
    assert violations(page) == []
    at.fill("2099-01-01T09:00")
    dialog(page).get_by_role("button", name="Move", exact=True).click()
    expect(page.locator(".toast").filter(has_text=re.compile("Moved to .*1 January, 09:00"))).to_be_visible()
    expect(row.filter(has_not_text="moved to another time")).to_contain_text("1 January, 09:00")
    moved = row.filter(has_text="moved to another time by Mara Lindt")
    expect(moved).to_have_count(1)
    expect(moved.get_by_role("button")).to_have_count(0)
    expect(row.get_by_role("link", name="Fast Save in development")).to_have_count(2)
    requests = mara.program("GET", "requests")["requests"]
    assert sorted(one["state"] for one in requests) == ["pending", "withdrawn"]
    [pending] = [one for one in requests if one["state"] == "pending"]
    assert pending["reason"] == "Night shift" and pending["edits"][0]["set"] == {"isOn": True}
