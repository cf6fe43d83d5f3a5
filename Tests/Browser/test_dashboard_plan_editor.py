"""The editor of a rollout plan: the steps that it suggests, its review, and what its guard compares and waits for."""

import re
import time

import pytest
from conftest import SMALL, audit, violations
from dashboard_server import dialog, loaded, opened
from playwright.sync_api import expect

HALF = {"split": [{"variant": "on", "weight": 50}, {"variant": "off", "weight": 50}]}


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    mara.set("fast-save", "development", isOn=True, otherwise={"variant": "off"})
    return mara


def card(page):
    return page.get_by_role("region", name="Plan", exact=True)


def editor(new_page, server, **options):
    return dialog(opened(new_page, server, server.page("flags/fast-save?open=plan", "development"), **options))


def plan(steps, **members):
    return {"id": "p", "variant": "on", "rest": "off", "state": "running", "steps": steps, **members}


def test_steps_begin_above_the_present_share_until_they_are_edited(new_page, server, mara):
    rule = {"id": "1", "if": [{"attribute": "os", "is": "oneOf", "values": ["ios"]}], "then": {"variant": "off"}}
    mara.set("fast-save", "development", otherwise=HALF, rules=[rule])
    asked = editor(new_page, server)
    expect(asked.get_by_text("Reads: on for 75 % at the start, 100 % after 1 day. It is for 50 % now.")).to_be_visible()
    shares = asked.get_by_label(re.compile("^Share of step"))
    expect(shares).to_have_count(2)
    # The rule gives it to no one.
    asked.get_by_label("For", exact=True).select_option("Rule 1")
    expect(shares).to_have_count(4)
    expect(shares.first).to_have_value("1")
    shares.first.fill("2")
    asked.get_by_label("For", exact=True).select_option("Everyone else")
    expect(shares).to_have_count(4)
    expect(asked.get_by_text("Some people lose it in a later step.")).to_be_visible()


def test_a_review_that_is_left_leads_back_to_the_editor(new_page, server, mara):
    asked = editor(new_page, server)
    page = asked.page
    asked.get_by_label("Share of step 1").fill("3")
    asked.get_by_role("checkbox", name=re.compile("^Compare sessions")).check()
    asked.get_by_label("Minimum sessions with each variant").fill("50")
    asked.get_by_role("button", name="Review…").press("Enter")
    expect(dialog(page).get_by_role("heading", name="Start the plan of Fast Save in development?")).to_be_visible()
    expect(dialog(page).get_by_text("On for 3 % at the start")).to_be_visible()
    assert violations(page) == []
    dialog(page).get_by_role("button", name="Back").click()
    expect(page.locator("dialog[open]")).to_have_count(1)
    expect(asked.get_by_role("button", name="Review…")).to_be_focused()
    expect(asked.get_by_label("Share of step 1")).to_have_value("3")
    expect(asked.get_by_label("Minimum sessions with each variant")).to_have_value("50")
    asked.get_by_role("button", name="Review…").click()
    page.keyboard.press("Escape")
    expect(asked.get_by_label("Share of step 1")).to_have_value("3")
    asked.get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Start plan").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(card(page)).to_contain_text("3 % on")


def test_a_wait_of_nothing_is_marked_and_cancel_warns(new_page, server, mara):
    asked = editor(new_page, server)
    wait = asked.get_by_label("Wait after step 2", exact=True)
    wait.fill("0")
    asked.get_by_role("button", name="Review…").click()
    expect(asked.get_by_text("A wait is a whole number, at least 1")).to_be_visible()
    expect(wait).to_be_focused()
    expect(asked.locator("[aria-invalid]")).to_have_count(1)
    expect(wait).to_have_attribute("aria-invalid", "true")
    wait.fill("2")
    expect(asked.locator("[aria-invalid]")).to_have_count(0)
    cancel = asked.get_by_role("button", name="Cancel")
    cancel.click()
    expect(asked.get_by_role("alert").filter(has_text="again to discard what you entered")).to_be_visible()
    cancel.click()
    expect(asked).to_have_count(0)


def test_a_guard_without_anyone_to_compare_with_is_refused(new_page, server, mara):
    asked = editor(new_page, server, size=SMALL, theme="dark")
    page = asked.page
    for _ in range(3):
        asked.get_by_role("button", name="Remove step 1").click()
    expect(asked.get_by_label("Share of step 1")).to_have_value("100")
    warning = asked.locator(".note.warning")
    expect(warning).to_have_count(0)
    asked.get_by_role("checkbox", name=re.compile("^Compare sessions")).check()
    expect(warning).to_contain_text("The guard has no one to compare with")
    audit(page)
    asked.get_by_role("button", name="Review…").click()
    expect(asked.get_by_role("alert").filter(has_text="Add a step between, such as 50 %")).to_be_visible()
    asked.get_by_role("button", name="Step", exact=True).click()
    asked.get_by_label("Share of step 2").fill("50")
    expect(warning).to_contain_text("The guard begins with step 2: before, on is for everyone")
    asked.get_by_label("Share of step 1").fill("10")
    expect(warning).to_have_count(0)
    # Nothing keeps a plan without a guard from beginning with everyone.
    asked.get_by_label("Share of step 1").fill("100")
    asked.get_by_role("checkbox", name=re.compile("^Compare sessions")).uncheck()
    expect(warning).to_have_count(0)
    asked.get_by_role("button", name="Review…").click()
    expect(dialog(page).get_by_role("button", name="Start plan")).to_be_enabled()


def seen(step, decision, reason, exposed, unexposed):
    return {
        "checked": int(time.time() * 1000), "step": step, "begun": 0, "feature": "", "decision": decision,
        "acted": None, "reason": reason, "stepRuns": {"exposed": exposed, "unexposed": unexposed}, "metrics": [],
    }  # fmt: skip


def test_a_step_that_is_due_has_the_reason_why_it_waits(new_page, server, mara):
    page = opened(new_page, server, server.page("segments", "development"))
    answers = [{"guard": {}, "state": None}]
    page.route(re.compile("/plan/guard$"), lambda route: route.fulfill(json=answers[0]))
    steps = [{"share": 10, "wait": 1}, {"share": 100}]
    mara.set("fast-save", "development", plan=plan(steps, guard={"minimumRuns": 50}))
    page.goto(server.page("flags/fast-save", "development"))
    step = card(loaded(page)).locator(".steps li").filter(has_text="100 % on")
    # Its guard has seen no sessions, so the second step isn't taken after a second.
    expect(step).to_contain_text("waiting")
    expect(step).to_contain_text("Waiting for the guard, which hasn’t read the sessions of this step yet.")
    answers[0] = {"guard": {}, "state": seen(1, "wait", "Not enough.", 38, 70)}
    page.reload()
    expect(step).to_contain_text("Waiting for the guard: 38 of 50 sessions with on, 50 of 50 sessions with off.")
    answers[0] = {"guard": {}, "state": seen(1, "wait", "It isn’t certain yet.", 60, 70)}
    page.reload()
    expect(step).to_contain_text("Waiting for the guard. It isn’t certain yet.")
    assert violations(page) == []
    page.goto(server.page("changes?view=scheduled", "development"))
    expect(loaded(page).locator(".change")).to_contain_text("waits for its guard")


def test_the_figures_of_a_guard_remain_after_the_plan(new_page, server, mara):
    page = opened(new_page, server, server.page("segments", "development"))
    state = seen(1, "proceed", "No sign of harm in 130 sessions.", 60, 70)
    page.route(re.compile("/plan/guard$"), lambda route: route.fulfill(json={"guard": {}, "state": state}))
    declared = {
        "attributes": [],
        "features": [{"feature": "App/Documents", "name": "Document Management", "actions": []}],
    }
    page.route(re.compile("/catalogue$"), lambda route: route.fulfill(json=declared))
    guard = {"feature": "App/Documents", "minimumRuns": 60}
    mara.set("fast-save", "development", plan=plan([{"share": 100}], guard=guard))
    page.goto(server.page("flags/fast-save", "development"))
    expect(card(loaded(page))).to_contain_text("Its only step was taken.")
    part = card(page).get_by_role("region", name="Guard")
    expect(part).to_contain_text("Within the margins")
    expect(part).to_contain_text("No sign of harm in 130 sessions.")
    expect(part).to_contain_text("last read today")
    expect(part).to_contain_text("more sessions have failed actions of Document Management, or")
    # Nothing waits for it any longer.
    figures = {
        "metric": "failures", "exposed": {"affected": 1, "total": 60}, "unexposed": {"affected": 1, "total": 70},
        "ratio": 1.2, "interval": [0.1, 20], "differencePoints": 0.2, "atLeastPoints": -4, "marginPoints": 0.2,
        "isWithin": True,
    }  # fmt: skip
    state |= {"decision": "wait", "reason": "Each needs 60.", "metrics": [figures]}
    page.reload()
    expect(part.locator(".badge")).to_have_text("No harm found")
    expect(part).to_contain_text("No difference is certain in 130 sessions.")
    figures["exposed"]["total"] = 59
    page.reload()
    expect(part.locator(".badge")).to_have_text("Too few sessions")
    expect(part).to_contain_text("Each needs 60.")
    assert violations(page) == []
