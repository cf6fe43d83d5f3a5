"""Rollout plans in the dashboard: starting, steps at their times, pausing, resuming, stopping, approval, the lists."""

import re
import time

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_insight import group, suspect
from dashboard_server import TOMAS, dialog, loaded, opened
from insight_calls import Insight
from playwright.sync_api import expect

STEPS = [{"share": 1, "wait": 86_400}, {"share": 10, "wait": 86_400}, {"share": 100}]


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    mara.set("fast-save", "development", isOn=True, otherwise={"variant": "off"})
    return mara


def plan(steps=STEPS, **members):
    return {"id": "p", "variant": "on", "rest": "off", "state": "running", "steps": steps, **members}


def stored(person, environment="development"):
    return person.items()["targeting", "fast-save", environment]["value"]


def card(page):
    return page.get_by_role("region", name="Plan", exact=True)


def step(page):
    return card(page).locator(".steps li[aria-current=step]")


def test_a_plan_is_started_advanced_paused_resumed_and_stopped(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    card(page).get_by_role("button", name="Start a plan…").click()
    reads = "Reads: on for 1 % at the start, 10 % after 1 day, 50 % after 2 days"
    expect(dialog(page).get_by_text(reads)).to_be_visible()
    expect(dialog(page).get_by_label("Share of step 1")).to_be_focused()
    dialog(page).get_by_label("Share of step 2").fill("20")
    dialog(page).get_by_label("Wait after step 1", exact=True).fill("2")
    dialog(page).get_by_label("Unit of the wait after step 1").select_option("hours")
    dialog(page).get_by_role("button", name="Remove step 3").click()
    dialog(page).get_by_role("button", name="Review…").click()
    expect(dialog(page).locator("ins").filter(has_text="plan step 1: 1 %, then wait 2 hours")).to_be_visible()
    dialog(page).get_by_role("button", name="Start plan").click()
    # The server takes the first step within a second.
    expect(step(page)).to_contain_text("1 % on")
    expect(page.locator(".tile[aria-current=true] .big")).to_contain_text("1 %")
    assert stored(mara)["plan"]["steps"] == [{"share": 1, "wait": 7200}, {"share": 20, "wait": 86400}, {"share": 100}]
    expect(page.locator(".said-rules")).to_contain_text("Set by the plan; changing it pauses the plan.")
    card(page).get_by_role("button", name="Next step now…").click()
    expect(dialog(page).locator("ins").filter(has_text="everyone: 20 % on")).to_be_visible()
    dialog(page).get_by_role("button", name="Take the step").click()
    expect(step(page)).to_contain_text("20 % on")
    card(page).get_by_role("button", name="Pause").click()
    expect(card(page)).to_contain_text("Paused. No step is taken until the plan is resumed.")
    card(page).get_by_role("button", name="Resume…").click()
    dialog(page).get_by_role("button", name="Resume").click()
    expect(card(page).locator(".badge")).to_have_text("Running")
    card(page).get_by_role("button", name="Edit plan…").click()
    dialog(page).get_by_label("Share of step 3").fill("60")
    dialog(page).get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Save").click()
    expect(card(page)).to_contain_text("60 % on")
    card(page).get_by_role("button", name="Stop plan…").click()
    dialog(page).get_by_role("button", name="Stop plan").click()
    expect(card(page)).to_contain_text("Stopped at 20 %, step 2 of 3.")
    value = stored(mara)
    assert value["otherwise"] == {"split": [{"variant": "on", "weight": 20}, {"variant": "off", "weight": 80}]}
    assert value["plan"]["state"] == "stopped"
    expect(page.get_by_role("region", name="Changes", exact=True)).to_contain_text("Stopped the plan in development")


def test_the_command_menu_pauses_resumes_and_stops_a_plan(new_page, server, mara):
    mara.set("fast-save", "development", plan=plan())
    mara.create("other", "Other")
    page = opened(new_page, server, server.page("flags", "development"))

    def offered(text):
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="Action, flag, report or page").fill(text)
        return page.get_by_role("option")

    names = [re.compile("^Pause the plan of Fast Save"), re.compile("^Stop the plan")]
    expect(offered("the plan of")).to_have_text(names)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Plan paused.")).to_be_visible()
    assert stored(mara)["plan"]["state"] == "paused"
    expect(offered("resume the plan")).to_have_text([re.compile("^Resume the plan of Fast Save…")])
    page.keyboard.press("Enter")
    dialog(page).get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Plan resumed.")).to_be_visible()
    assert stored(mara)["plan"]["state"] == "running"
    expect(offered("stop the plan")).to_have_count(1)
    page.keyboard.press("Enter")
    dialog(page).get_by_role("button", name="Stop plan").click()
    expect(page.get_by_text("Plan stopped.")).to_be_visible()
    assert stored(mara)["plan"]["state"] == "stopped"
    # One that ended, and one of another environment, isn't offered.
    offered("the plan of")
    expect(page.get_by_role("heading", name="No results for “the plan of”")).to_be_visible()


def test_steps_appear_on_the_page_as_they_are_taken(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    steps = [{"share": 5, "wait": 1}, {"share": 50, "wait": 1}, {"share": 100}]
    mara.set("fast-save", "development", plan=plan(steps))
    expect(card(page)).to_contain_text("All 3 steps were taken.")
    expect(card(page).get_by_role("button", name="Keep as a setting…")).to_be_visible()
    expect(page.locator(".tile[aria-current=true] .big")).to_have_text("On for everyone")
    changes = mara.program("GET", "changes?limit=3")["changes"]
    assert [change["kind"] for change in changes] == ["plan"] * 3
    assert [change["reason"] for change in changes] == ["Step 3 of 3", "Step 2 of 3", "Step 1 of 3"]
    page.goto(server.page("changes", "development"))
    headline = "Mara Lindt’s plan took step 3 for Fast Save in development"
    expect(loaded(page).locator(".change").first).to_contain_text(headline)


def test_a_change_of_the_rollout_pauses_the_plan(new_page, server, mara):
    tomas = server.invite(mara, "viewer")
    mara.set("fast-save", "development", plan=plan())
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    expect(step(page)).to_contain_text("1 % on")
    page.get_by_role("switch").click()
    expect(card(page)).to_contain_text("Paused: The flag is off.")
    expect(card(page).get_by_role("button", name="Next step now…")).to_have_count(0)
    assert tomas.program("GET", "plans")["plans"][0]["plan"]["why"] == "The flag is off."
    page.goto(server.page("changes?view=scheduled", "development"))
    expect(loaded(page).locator(".change")).to_contain_text("Paused: The flag is off.")
    page.goto(server.page("", "development"))
    expect(loaded(page).get_by_role("region", name="Rollouts")).to_contain_text("Plan paused")


def test_production_approves_a_plan_and_scripts_control_it(new_page, server, mara):
    tomas = server.invite(mara, "approver")
    page = opened(new_page, server, server.page("flags/fast-save"))
    expect(card(page)).to_contain_text("Switch the flag on in production first.")
    mara.set("fast-save", "production", isOn=True, otherwise={"variant": "off"}, plan=plan())
    request = tomas.program("GET", "requests")["requests"][0]
    tomas.approve(request)
    expect(step(page)).to_contain_text("1 % on")
    address = "flags/fast-save/environments/production/plan"
    paused = tomas.program("POST", address, {"id": "pause", "operation": "pause"})
    assert paused["result"] == "applied"
    # The same request again has the same result.
    assert tomas.program("POST", address, {"id": "pause", "operation": "pause"})["change"] == paused["change"]
    expect(card(page).locator(".badge")).to_have_text("Paused")
    resumed = tomas.program("POST", address, {"id": "resume", "operation": "resume", "reason": "Fixed"})
    assert resumed["result"] == "requested"
    with pytest.raises(AssertionError, match="plan-state"):
        tomas.program("POST", address, {"id": "next", "operation": "proceed"})


def test_plans_pass_the_audit_and_fit(new_page, screenshot, server, mara):
    server.invite(mara, "viewer")
    rule = {"id": "1", "if": [{"attribute": "os", "is": "oneOf", "values": ["ios"]}], "then": {"variant": "off"}}
    mara.set("fast-save", "development", rules=[rule])
    page = opened(new_page, server, server.page("flags/fast-save?open=plan", "development"), size=SMALL, theme="dark")

    def audited(name):
        audit(page, screenshot, f"dashboard-plan-{name}")

    expect(dialog(page)).to_contain_text("Reads:")
    audited("new")
    page.keyboard.press("Escape")
    mara.set("fast-save", "development", plan=plan())
    expect(step(page)).to_contain_text("1 % on")
    audited("running")
    card(page).get_by_role("button", name="Edit plan…").click()
    expect(dialog(page)).to_contain_text("Reads:")
    audited("edited")
    page.keyboard.press("Escape")
    mara.set("fast-save", "development", otherwise={"variant": "on"})
    expect(card(page)).to_contain_text("Paused: The rollout was changed.")
    audited("paused")
    for name in ("", "changes?view=scheduled"):
        page.goto(server.page(name, "development"))
        loaded(page)
        audited(name or "overview")
    address = server.page("flags/fast-save", "development")
    viewer = opened(new_page, server, address, email=TOMAS, size=SMALL, theme="dark")
    expect(card(viewer)).to_contain_text("Paused: The rollout was changed.")
    expect(card(viewer).get_by_role("button")).to_have_count(0)
    audit(viewer)


def seen(decision, reason, metrics=(), exposed=38, unexposed=47):
    """Returns the state of a guard in the API's format."""
    runs = {"exposed": exposed, "unexposed": unexposed}
    return {
        "checked": int(time.time() * 1000), "step": 1, "begun": 0, "feature": "", "decision": decision,
        "reason": reason, "acted": None, "stepRuns": runs, "metrics": list(metrics),
    }  # fmt: skip


def test_a_guard_is_set_changed_and_removed_with_its_plan(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    card(page).get_by_role("button", name="Start a plan…").click()
    asked = dialog(page)
    guard = asked.get_by_role("checkbox", name=re.compile("^Compare sessions with on and with off"))
    expect(guard).not_to_be_checked()
    expect(asked.get_by_label("Beyond a margin")).to_be_hidden()
    guard.check()
    asked.get_by_label("Margin of sessions that ended abnormally").fill("51")
    asked.get_by_role("button", name="Review…").click()
    expect(asked.get_by_role("alert").filter(has_text="from 0 to 50")).to_be_visible()
    assert violations(page) == []
    asked.get_by_label("Margin of sessions that ended abnormally").fill("0.5")
    asked.get_by_label("Minimum sessions with each variant").fill("1000")
    asked.get_by_label("Beyond a margin").select_option("Pause and switch off")
    asked.get_by_role("button", name="Review…").click()
    summary = "The guard pauses and switches the flag off if more than 0.2 points more sessions have failed actions,"
    expect(dialog(page).get_by_text(summary)).to_be_visible()
    for line in (
        "pauses and switches the flag off beyond a margin",
        "at most 0.5 points more sessions that ended abnormally",
        "at least 1000 sessions with each variant in a step",
    ):
        expect(dialog(page).locator("ins").filter(has_text=f"plan guard: {line}")).to_be_visible()
    dialog(page).get_by_role("button", name="Start plan").click()
    expect(step(page)).to_contain_text("1 % on")
    assert stored(mara)["plan"]["guard"] == {
        "abnormalExitMargin": 0.5,
        "minimumRuns": 1000,
        "action": "switchOff",
    }
    part = card(page).get_by_role("region", name="Guard")
    expect(part).to_contain_text(re.compile("No figures yet|Waiting"))
    card(page).get_by_role("button", name="Edit plan…").click()
    expect(dialog(page).get_by_label("Minimum sessions with each variant")).to_have_value("1000")
    dialog(page).get_by_role("checkbox", name=re.compile("^Compare sessions")).uncheck()
    dialog(page).get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Save").click()
    expect(part).to_be_hidden()
    assert "guard" not in stored(mara)["plan"]


def test_the_evidence_of_a_guard_is_on_the_flags_page(new_page, screenshot, server, mara):
    mara.set("fast-save", "development", plan=plan(guard={"minimumRuns": 50}))
    figures = [
        {"metric": "failures", "exposed": {"affected": 1, "total": 38}, "unexposed": {"affected": 1, "total": 47},
         "ratio": 1.2, "interval": [0.1, 20], "differencePoints": 0.5, "atLeastPoints": -4, "marginPoints": 0.2,
         "isWithin": False},
        {"metric": "abnormalExits", "exposed": {"affected": 23, "total": 38}, "unexposed": {"affected": 0, "total": 47},
         "ratio": None, "interval": [12, None], "differencePoints": 60.5, "atLeastPoints": 31.7, "marginPoints": 0.05,
         "isWithin": False},
    ]  # fmt: skip
    answers = [
        {"guard": {}, "state": None},
        {"guard": {}, "state": seen("wait", "In this step there are 38 sessions.", figures[:1])},
        {"guard": {}, "state": seen("harm", "Sessions ended abnormally in 60.53 %.", figures)},
    ]
    page = opened(new_page, server, server.page("segments", "development"), size=SMALL, theme="dark")
    page.route(re.compile("/plan/guard$"), lambda route: route.fulfill(json=answers[0]))
    page.route(
        re.compile("/insight/exposure"),
        lambda route: route.fulfill(
            json={"variants": [{"variant": "on", "sessions": 38, "people": 30, "peopleAreEstimated": False, "failed": 1,
                                "abnormal": 23, "versions": []}], "covers": {}}
        ),
    )  # fmt: skip
    page.goto(server.page("flags/fast-save", "development"))
    part = card(loaded(page)).get_by_role("region", name="Guard")
    expect(part).to_contain_text("No figures yet")
    exposure = page.get_by_role("region", name="Exposure")
    expect(exposure.get_by_role("row", name=re.compile("^on 30 38 61 %"))).to_be_visible()
    audit(page)
    for answer, badge, text in ((answers[1], "Waiting", "38 of 50"), (answers[2], "Beyond a margin", "exceeded")):
        answers[0] = answer
        page.reload()
        expect(part).to_contain_text(badge)
        expect(part).to_contain_text(text)
        audit(page, screenshot, f"guard-{badge.split()[0]}")


def test_a_guard_whose_figures_cannot_be_read_says_so(new_page, server, mara):
    mara.set("fast-save", "development", plan=plan(guard={}))
    page = opened(new_page, server, server.page("segments", "development"), expects=("500",))
    failure = {"error": {"code": "internal", "message": "The server failed."}}
    page.route(re.compile("/plan/guard$|/insight/exposure"), lambda route: route.fulfill(status=500, json=failure))
    page.goto(server.page("flags/fast-save", "development"))
    expect(card(loaded(page))).to_contain_text("Can’t read the guard’s figures: The server failed.")
    expect(page.get_by_role("region", name="Exposure")).to_contain_text("Can’t read who had it: The server failed.")
    assert violations(page) == []


def test_promoting_says_that_only_the_share_of_the_plan_is_promoted(new_page, server, mara):
    rule = {"id": "1", "if": [{"attribute": "plan", "is": "oneOf", "values": ["beta"]}], "then": {"variant": "on"}}
    mara.set("fast-save", "development", rules=[rule], plan=plan())
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    expect(step(page)).to_contain_text("1 % on")
    page.goto(server.page("compare?from=development&to=staging", "staging"))
    expect(loaded(page).locator(".compare .from .badge")).to_have_text("Plan")
    # A report in the environment of origin suspects it.
    Insight([group(suspect=suspect())]).install(page)
    page.get_by_label("Promote Fast Save").check()
    page.get_by_role("button", name="Promote to staging…").click()
    expect(dialog(page).get_by_role("link", name="Crash during Save Document").first).to_have_attribute(
        "href", re.compile("/development/reports/g1$")
    )
    warning = "Crash during Save Document in development: Sessions with Fast Save on are affected 68 × as often."
    expect(dialog(page).get_by_text(warning)).to_be_visible()
    note = "The share of the current step of the plan is promoted (1 %); plan and guard aren’t."
    expect(dialog(page).get_by_text(note)).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0
    dialog(page).get_by_label("Reason").fill("As in development")
    dialog(page).get_by_role("button", name="Promote").click()
    expect(page.get_by_role("heading", name="No differences")).to_be_visible()
    promoted = stored(mara)
    assert promoted.pop("plan") and stored(mara, "staging") == promoted
