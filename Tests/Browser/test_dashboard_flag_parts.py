"""Parts of a flag's page in the dashboard: the value while it is off, custom rules, and a guard after the last step."""

import re

import pytest
from conftest import SMALL, audit, violations
from dashboard_insight import group
from dashboard_server import TOMAS, dialog, loaded, opened
from playwright.sync_api import expect


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    return mara


def targeting(person):
    return person.items()["targeting", "fast-save", "development"]["value"]


def test_the_value_while_a_flag_is_off_is_edited(new_page, server, mara):
    server.invite(mara, "viewer")
    address = server.page("flags/fast-save", "development")
    page = opened(new_page, server, address, size=SMALL, theme="dark")
    choice = page.get_by_label("While it is off")
    expect(choice).to_have_value('"off"')
    choice.select_option("the program’s default")
    expect(choice).to_be_focused()
    audit(page)
    page.get_by_role("button", name="Review…").click()
    expect(dialog(page).locator("ins").filter(has_text="while off: the program’s default")).to_be_visible()
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    assert targeting(mara)["off"] is None
    viewer = opened(new_page, server, address, email=TOMAS)
    expect(viewer.get_by_text("While it is off: the program’s default.")).to_be_visible()
    expect(viewer.get_by_label("While it is off")).to_have_count(0)
    # The usual value isn't stored.
    choice.select_option("off")
    page.get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    assert "off" not in targeting(mara)


def test_a_custom_rule_is_replaced_by_an_import_and_uses_its_segment(new_page, server, mara):
    mara.change({"kind": "segment", "name": "testers", "create": {"name": "Beta testers", "people": ["u-1"]}})
    mara.set("fast-save", "development", isOn=True, logic={"if": [{"$ref": "testers"}, "on", "off"]})
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    expect(page.get_by_text("A custom rule in JsonLogic decides for everyone.")).to_contain_text("Import a file")
    page.get_by_role("button", name="Import…").click()
    expect(dialog(page).get_by_role("heading", name="Import flags")).to_be_visible()
    assert violations(page) == []
    page.goto(server.page("segments", "development"))
    used = loaded(page).get_by_role("region", name="Used in")
    expect(used.get_by_role("row", name=re.compile("Fast Save.*custom rule"))).to_be_visible()
    expect(page.get_by_role("button", name="Remove…")).to_have_attribute("aria-disabled", "true")


def test_a_guard_that_watches_after_the_last_step_is_shown(new_page, server, mara):
    mara.set("fast-save", "development", isOn=True, otherwise={"variant": "off"})
    state = {
        "checked": 0, "step": 1, "begun": 0, "feature": "", "decision": "wait", "acted": None, "metrics": [],
        "reason": "In this step there are 38 sessions.", "stepRuns": {"exposed": 38, "unexposed": 47},
    }  # fmt: skip
    page = opened(new_page, server, server.page("segments", "development"))
    page.route(re.compile("/plan/guard$"), lambda route: route.fulfill(json={"guard": {}, "state": state}))
    plan = {"id": "p", "variant": "on", "rest": "off", "state": "running", "steps": [{"share": 50}]}
    mara.set("fast-save", "development", plan={**plan, "guard": {"watch": 86_400}})
    page.goto(server.page("flags/fast-save", "development"))
    card = loaded(page).get_by_role("region", name="Plan", exact=True)
    # The server takes the only step within a second.
    expect(card).to_contain_text("Its only step was taken.")
    expect(card.get_by_role("region", name="Guard")).to_contain_text("No figures yet")
    expect(card).to_contain_text("The guard watches until")
    assert violations(page) == []


def test_the_versions_and_reports_with_a_flag_are_beside_it(new_page, screenshot, server, mara):
    def variant(name, sessions):
        versions = [{"version": one, "sessions": count} for one, count in sessions.items()]
        return {"variant": name, "sessions": sum(sessions.values()), "people": 3, "peopleAreEstimated": False,
                "failed": 0, "abnormal": 0, "versions": versions}  # fmt: skip

    arm = variant("editor/1:focused", {}) | {"sessions": 18_240, "people": 12_310, "peopleAreEstimated": True}
    found = [variant("on", {"3.4.1": 30, "3.10.0": 8}), variant("off", {"3.4.1": 12}), arm]
    exposure = {"variants": found, "covers": {}}
    connected = {"instances": 2, "revision": 1, "current": 2, "versions": [{"version": "3.4.1", "instances": 2}]}
    impact = {"flag": "fast-save", "variants": [], "flags": [], "features": [], "connected": connected, "covers": {},
              "used": {"sessions": 50, "people": 9, "peopleAreEstimated": False}}  # fmt: skip
    page = opened(new_page, server, server.page("segments", "development"), size=SMALL, theme="dark")
    page.route(re.compile("/insight/exposure"), lambda route: route.fulfill(json=exposure))
    page.route(re.compile("/insight/flags/fast-save/impact"), lambda route: route.fulfill(json=impact))
    listed = {"groups": [group()], "counts": {}, "reports24h": 47, "next": None, "now": 0, "hoursFrom": 0}
    page.route(re.compile(r"/insight/groups\?.*flag=fast-save"), lambda route: route.fulfill(json=listed))
    page.goto(server.page("flags/fast-save", "development"))
    card = loaded(page).get_by_role("region", name="Exposure")
    rows = card.get_by_role("table", name="Sessions by version").get_by_role("row")
    expect(rows).to_have_text([re.compile("^Version"), re.compile("^3.10.080$"), re.compile("^3.4.1422$")])
    expect(card).to_contain_text("No known feature declares this flag as a constraint; code may read it.")
    reports = card.get_by_role("list", name="Open reports with this flag")
    expect(reports.get_by_role("link", name="Crash during Save Document")).to_be_visible()
    expect(reports).to_contain_text("47 crashes, 41 people")
    exposed = card.get_by_role("table", name="Exposure by variant").get_by_role("rowheader")
    expect(exposed).to_have_text(["on", "off", "focused (editor, phase 1)"])
    audit(page, screenshot, "dashboard-exposure")
    assert card.evaluate("(card) => card.scrollWidth - card.clientWidth") == 0


def test_adding_a_flag_says_what_programs_lose(new_page, server, mara):
    base = mara.items()["targeting", "fast-save", "development"]["change"]
    where = {"kind": "targeting", "name": "fast-save", "environment": "development"}
    mara.change({**where, "base": base, "remove": True})
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    expect(page.get_by_text("The flag isn’t defined here: programs use their default.")).to_be_visible()
    page.get_by_role("button", name="Add it, switched off…").click()
    lost = "Adding it switched off gives everyone “off”: programs that have it on by default lose it."
    expect(dialog(page).get_by_text(lost)).to_be_visible()
    assert violations(page) == []
    dialog(page).get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".toast").filter(has_text="Added, switched off.")).to_be_visible()
    assert targeting(mara)["isOn"] is False


def test_exposure_without_sessions_says_when_they_come_where_there_are_reports(new_page, server, mara):
    page = opened(new_page, server, server.page("segments", "development"))
    listed = {"groups": [], "counts": {}, "reports24h": 0, "next": None, "now": 0, "hoursFrom": 0}
    page.route(re.compile(r"/insight/groups\?.*flag=fast-save"), lambda route: route.fulfill(json=listed))
    page.route(re.compile("/insight/exposure"), lambda route: route.fulfill(json={"variants": [], "covers": {}}))
    page.goto(server.page("flags/fast-save", "development"))
    exposure = page.get_by_role("region", name="Exposure")
    expect(exposure).to_contain_text("No program reported a session with this flag.")
    listed["groups"] = [group()]
    page.reload()
    expect(exposure).to_contain_text("No session figures yet: programs send them every 15 minutes.")
    expect(exposure).not_to_contain_text("No program reported")
