"""Requests and schedules in the dashboard: what they would do, when, and who decides, without a reload."""

import re

import pytest
from conftest import SMALL, audit, violations
from dashboard_server import TOMAS, dialog, loaded, opened
from playwright.sync_api import expect

FLAG = "flags/fast-save"
REQUESTS = "changes?view=requests"


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    return mara


def pending(person):
    requests = person.program("GET", "requests")["requests"]
    return [one for one in requests if one["state"] == "pending"]


def approve(person):
    for one in pending(person):
        person.approve(one)


def is_on(person, environment="production"):
    return person.items()["targeting", "fast-save", environment]["value"]["isOn"]


def row(page, reason):
    return page.locator(".change").filter(has_text=reason)


def test_a_change_of_production_is_scheduled_by_approval(new_page, server, mara):
    tomas = server.invite(mara, "approver")
    page = opened(new_page, server, server.page(FLAG))
    page.get_by_role("switch").click()
    asked = dialog(page)
    expect(asked.get_by_text("another person approves the change before it takes effect")).to_be_visible()
    asked.get_by_role("button", name="Schedule…").click()
    expect(
        asked.get_by_text(re.compile(r"^Takes effect at \d\d:00 .* once another person has approved it\.$"))
    ).to_be_visible()
    asked.get_by_label("Takes effect at").fill("2099-01-01T09:00")
    note = re.compile(r"^Takes effect at 09:00 on .*1 January once another person has approved it\.$")
    expect(asked.get_by_text(note)).to_be_visible()
    assert violations(page) == []
    asked.get_by_label("Reason").fill("New year")
    asked.get_by_role("button", name="Request approval").click()
    expect(page.locator(".toast").filter(has_text="Approval requested.")).to_be_visible()
    [request] = pending(tomas)
    assert request["kind"] == "approval" and request["due"]
    approve(tomas)
    assert is_on(mara) is False
    page.goto(server.page("changes?view=scheduled"))
    expect(row(loaded(page), "New year")).to_contain_text("approved by Tomás Ortega")


def test_a_scheduled_switch_off_of_production_is_approved_first(new_page, server, mara):
    tomas = server.invite(mara, "approver")
    mara.set("fast-save", "production", isOn=True)
    approve(tomas)
    page = opened(new_page, server, server.page(FLAG))
    page.get_by_role("switch").click()
    asked = dialog(page)
    immediate = asked.get_by_text("Takes effect immediately and is reviewed afterwards.")
    expect(immediate).to_be_visible()
    asked.get_by_role("button", name="Schedule…").click()
    asked.get_by_label("Takes effect at").fill("2099-01-01T09:00")
    expect(immediate).to_have_count(0)
    expect(asked.get_by_text("once another person has approved it.")).to_be_visible()
    expect(asked.get_by_role("button", name="Request approval")).to_be_visible()
    asked.get_by_role("button", name="Now instead").click()
    expect(immediate).to_be_visible()
    asked.get_by_label("Reason").fill("It crashes")
    asked.get_by_role("button", name="Switch off").click()
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "false")


def test_a_request_and_its_decision_appear_on_open_pages(new_page, server, mara):
    server.invite(mara, "approver")
    his = opened(new_page, server, server.page(REQUESTS), email=TOMAS)
    hers = opened(new_page, server, server.page(REQUESTS))
    for page in (his, hers):
        page.evaluate("window.sameDocument = true")
        expect(page.get_by_role("heading", name="No requests")).to_be_visible()
    mara.set("fast-save", "production", reason="Ready for everyone", isOn=True)
    for page in (his, hers):
        expect(page.get_by_role("link", name="Changes, 1 pending")).to_be_visible()
        expect(row(page, "Ready for everyone")).to_be_visible()
    row(his, "Ready for everyone").get_by_role("button", name="Decline…").click()
    dialog(his).get_by_label("Comment").fill("Not before Monday")
    dialog(his).get_by_role("button", name="Decline").click()
    expect(row(hers, "Ready for everyone")).to_contain_text("Declined by Tomás Ortega")
    expect(row(hers, "Ready for everyone")).to_contain_text("Not before Monday")
    for page in (his, hers):
        expect(page.get_by_role("link", name="Changes, 1 pending")).to_have_count(0)
        assert page.evaluate("window.sameDocument")


def test_everyone_sees_what_a_request_would_do(new_page, server, mara):
    server.invite(mara, "viewer")
    mara.set("fast-save", "production", reason="Ready for everyone", isOn=True)
    page = opened(new_page, server, server.page(REQUESTS), email=TOMAS, size=SMALL, theme="dark")
    request = row(page, "Ready for everyone")
    expect(request.get_by_role("button", name="Approve…")).to_have_count(0)
    toggle = request.get_by_role("button", name="Difference of the request of Mara Lindt: Fast Save in production")
    toggle.click()
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(request.locator("del").first).to_have_text("off")
    expect(request.locator("ins").first).to_have_text("on")
    audit(page)
    # The difference is still shown once the list was drawn again.
    mara.set("fast-save", "development", reason="Meanwhile", isOn=True)
    page.get_by_role("link", name="All", exact=True).click()
    expect(row(page, "Meanwhile")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Requests")).click()
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(request.locator("ins").first).to_have_text("on")
    toggle.click()
    expect(request.locator("ins")).to_have_count(0)
    assert is_on(mara) is False


def test_a_review_shows_the_change_it_is_about(new_page, server, mara):
    tomas = server.invite(mara, "approver")
    mara.set("fast-save", "production", isOn=True)
    approve(tomas)
    mara.set("fast-save", "production", reason="It crashes", isOn=False)
    page = opened(new_page, server, server.page(REQUESTS), email=TOMAS)
    review = row(page, "It crashes")
    review.get_by_role("button", name="Difference of the change of Mara Lindt").click()
    expect(review.locator("del").first).to_have_text("on")
    expect(review.locator("ins").first).to_have_text("off")
    review.get_by_role("button", name="Mark reviewed").click()
    dialog(page).get_by_role("button", name="Mark reviewed").click()
    expect(review).to_contain_text("Done by Tomás Ortega")


def test_the_only_account_learns_that_no_one_can_approve(new_page, server, mara):
    page = opened(new_page, server, server.page(FLAG))
    page.get_by_role("switch").click()
    note = dialog(page).get_by_text("No other person can approve this yet.")
    expect(note).to_be_visible()
    assert violations(page) == []
    dialog(page).get_by_role("link", name="Invite someone in Settings.").click()
    expect(dialog(page).get_by_role("heading", name="Invite a person")).to_be_visible()
    expect(page.locator("main h1")).to_have_text("Settings")
    server.invite(mara, "approver")
    with page.expect_response(re.compile(f"/api/v1/programs/{server.program}/people$")):
        page.goto(server.page(f"{FLAG}?open=switch"))
    expect(dialog(page).get_by_text("another person approves the change")).to_be_visible()
    expect(note).to_have_count(0)
