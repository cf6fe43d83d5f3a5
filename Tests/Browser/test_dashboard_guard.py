"""The guard of a rollout plan in the dashboard: its further settings, and undoing what it did."""

import re

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_server import dialog, loaded, opened
from playwright.sync_api import expect

STEPS = [{"share": 1, "wait": 86_400}, {"share": 10, "wait": 86_400}, {"share": 100}]
PLAN = {"id": "p", "variant": "on", "rest": "off", "state": "running", "steps": STEPS}


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    mara.set("fast-save", "development", isOn=True, otherwise={"variant": "off"})
    return mara


def stored(person):
    return person.items()["targeting", "fast-save", "development"]["value"]["plan"]


def card(page):
    return page.get_by_role("region", name="Plan", exact=True)


def test_a_guard_has_further_settings(new_page, screenshot, server, mara):
    address = server.page("flags/fast-save?open=plan", "development")
    asked = dialog(opened(new_page, server, address, size=SMALL, theme="dark"))
    page = asked.page
    asked.get_by_role("checkbox", name=re.compile("^Compare sessions")).check()
    watch = asked.get_by_label("Time that the guard watches after the last step")
    expect(watch).to_be_hidden()
    asked.get_by_text("More", exact=True).click()
    expect(watch).to_have_value("0")
    watch.fill("31")
    asked.get_by_role("button", name="Review…").click()
    expect(asked.get_by_role("alert").filter(has_text="up to 30 days")).to_be_visible()
    expect(watch).to_be_focused()
    expect(asked.locator("[aria-invalid]")).to_have_count(1)
    watch.fill("12")
    asked.get_by_label("Unit of the time after the last step").select_option("hours")
    rate = asked.get_by_label("Harmless plans that are stopped, in percent")
    expect(rate).to_have_value("5")
    rate.fill("30")
    asked.get_by_text("More", exact=True).click()
    asked.get_by_role("button", name="Review…").click()
    # What is wrong is shown, although it was folded.
    expect(rate).to_be_visible()
    rate.fill("1")
    limit = asked.get_by_label("Duration from which an action is slow, in seconds")
    limit.fill("0.5")
    asked.get_by_role("button", name="Review…").click()
    expect(asked.get_by_role("alert").filter(has_text="Enter its path.")).to_be_visible()
    asked.get_by_label("Margin of sessions with a slow action").fill("2")
    feature = asked.get_by_label("Feature whose failures and durations are compared")
    feature.fill("x" * 300)
    asked.get_by_text("More", exact=True).click()
    asked.get_by_role("button", name="Review…").click()
    # The server's refusal is at its field.
    expect(asked.get_by_role("alert").filter(has_text="has more than")).to_be_visible()
    expect(feature).to_be_focused()
    expect(feature).to_have_attribute("aria-invalid", "true")
    feature.fill("App/Documents")
    expect(asked.locator("[aria-invalid]")).to_have_count(0)
    audit(page, screenshot, "dashboard-guard-more")
    asked.get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Start plan").click()
    expect(card(page)).to_contain_text("1 % on")
    limits = {"durationLimit": 0.5, "durationMargin": 2}
    assert stored(mara)["guard"] == {"watch": 43_200, "errorRate": 0.01, "feature": "App/Documents", **limits}
    card(page).get_by_role("button", name="Edit plan…").click()
    # A limit is seen at once.
    expect(watch).to_have_value("12")
    limit.fill("")
    asked.get_by_label("Feature whose failures and durations are compared").fill("")
    asked.get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Save").click()
    page.locator(".toast", has_text="Plan saved.").wait_for()
    assert stored(mara)["guard"] == {"watch": 43_200, "errorRate": 0.01}


def test_an_act_of_a_guard_is_undone_with_one_click(new_page, server, mara):
    mara.set("fast-save", "development", plan=PLAN)
    page = opened(new_page, server, server.page("segments", "development"))

    def by_guard(route):
        """The newest change of the flag, as if a guard had made it: that takes hours of sessions."""
        response = route.fetch()
        body = response.json()
        body["changes"][0]["author"] = {"id": "", "name": "Guard", "source": "guard"}
        route.fulfill(response=response, json=body)

    page.route(re.compile(r"/changes\?.*item=fast-save"), by_guard)
    page.goto(server.page("flags/fast-save", "development"))
    expect(card(loaded(page)).locator(".steps li[aria-current=step]")).to_contain_text("1 % on")
    undo = card(page).get_by_role("button", name="Undo what the guard did")
    expect(undo).to_have_count(0)
    address = "flags/fast-save/environments/development/plan"
    mara.program("POST", address, {"id": "pause", "operation": "pause"})
    expect(undo).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0
    undo.click()
    expect(page.locator(".toast").filter(has_text="The guard’s change was undone.")).to_be_visible()
    expect(card(page).locator(".badge").first).to_have_text("Running")
    assert stored(mara)["state"] == "running"
    [newest, paused, *_] = mara.program("GET", "changes")["changes"]
    assert newest["reverts"] == paused["number"]
