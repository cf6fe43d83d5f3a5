"""Trying a flag whose result depends on the person, and what a change says without recent contexts."""

import re
import urllib.request

import pytest
from conftest import SMALL, audit, violations
from dashboard_insight import group
from dashboard_server import dialog, loaded, opened
from playwright.sync_api import expect

HALF = {"split": [{"variant": "on", "weight": 50}, {"variant": "off", "weight": 50}]}


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    mara.set("fast-save", "development", isOn=True, otherwise=HALF)
    return mara


def test_a_rollout_asks_for_the_person(new_page, screenshot, server, mara):
    address = server.page("flags/fast-save?open=try", "development")
    asked = dialog(opened(new_page, server, address, size=SMALL, theme="dark"))
    page = asked.page
    figure, hint = (
        asked.locator(".figure strong"),
        asked.get_by_text("Enter a targetingKey for the result of a person."),
    )
    expect(figure).to_have_text("Depends on the person")
    expect(hint).to_have_text(
        "A rollout splits people by their targetingKey. Enter a targetingKey for the result of a person."
    )
    value = asked.get_by_label("Value of targetingKey")
    expect(value).to_have_accessible_description(
        "A rollout splits people by their targetingKey. Enter a targetingKey for the result of a person."
    )
    expect(asked.get_by_role("heading", name="Response sent to programs")).to_have_count(0)
    audit(page, screenshot, "dashboard-try-person")
    value.fill("u-1")
    expect(figure).not_to_have_text("Depends on the person")
    expect(hint).to_have_count(0)
    expect(asked.get_by_role("heading", name="Response sent to programs")).to_be_visible()


def test_a_rule_about_people_asks_for_the_person_and_has_a_result(new_page, server, mara):
    mara.change({"kind": "segment", "name": "testers", "create": {"name": "Testers", "people": ["u-1"]}})
    rule = {"id": "1", "if": [{"segment": "testers", "is": "in"}], "then": {"variant": "on"}}
    mara.set("fast-save", "development", otherwise={"variant": "off"}, rules=[rule])
    asked = dialog(opened(new_page, server, server.page("flags/fast-save?open=try", "development")))
    expect(asked.get_by_text("A rule asks who the person is.")).to_be_visible()
    expect(asked.locator(".figure strong")).to_have_text("off")
    # There are no reports and no programs.
    expect(asked.get_by_label("Use context from").locator("option")).to_have_text(["As entered", "Empty"])


def test_a_change_without_recent_contexts_says_when_there_are_some(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    page.get_by_role("button", name="Add a rule").click()
    value = page.get_by_label("Value of condition 1")
    expect(value).to_have_attribute("placeholder", "Such as user-1, user-2")
    page.get_by_label("Attribute of condition 1").fill("plan")
    expect(value).to_have_attribute("placeholder", "Such as pro, team")
    page.get_by_label("Comparison of condition 1").select_option("is version or later")
    expect(value).to_have_attribute("placeholder", "Such as 3.4.0")
    value.fill("3.4.0")
    page.get_by_role("button", name="Review…").click()
    who = dialog(page).get_by_role("region", name="Who changes in development")
    expect(who.get_by_role("heading")).to_be_hidden()
    expect(who).to_contain_text("Who changes: no recent contexts yet. They come from programs with a client token.")
    expect(who.get_by_role("heading")).to_have_count(0)
    assert violations(page) == []


def test_a_context_is_taken_from_a_report_or_a_connected_program(new_page, server, mara):
    body = {"name": "App", "environment": "development", "kind": "server"}
    token = mara.program("POST", "tokens", body)["token"]
    instance = {"X-Firesteel-Instance": "instance-1", "X-Firesteel-Version": "3.4.0"}
    headers = {"Authorization": f"Bearer {token}", **instance}
    with urllib.request.urlopen(urllib.request.Request(f"{server.origin}/flags/v1/definitions", headers=headers)):
        page = opened(new_page, server, server.page("segments", "development"), size=SMALL, theme="dark")
    known = {"type": "string", "description": "", "values": [], "isDeclared": True}
    catalogue = {"versions": [], "attributes": [{"name": "system", **known}], "features": [], "declarations": []}
    page.route(re.compile("/catalogue$"), lambda route: route.fulfill(json=catalogue))
    listed = {"groups": [group()], "counts": {}, "reports24h": 47, "next": None, "now": 0, "hoursFrom": 0}
    page.route(re.compile(r"/insight/groups\?.*flag=fast-save"), lambda route: route.fulfill(json=listed))
    newest = {"run": "r", "number": 1, "version": "3.4.1", "system": "iOS 26.1", "device": "phone", "person": "p-7f3a"}
    reports = {"reports": [newest], "next": None, "total": 47}
    page.route(re.compile(r"/insight/groups/g1/reports"), lambda route: route.fulfill(json=reports))
    page.goto(server.page("flags/fast-save?open=try", "development"))
    asked = dialog(loaded(page))
    choice = asked.get_by_label("Use context from")
    expect(choice.locator("option")).to_have_text(
        ["As entered", "Empty", "Connected program: 3.4.0", "Report: Crash during Save Document"]
    )
    audit(page)
    version, system = asked.get_by_label("Value of version"), asked.get_by_label("Value of system")
    choice.select_option("Connected program: 3.4.0")
    expect(version).to_have_value("3.4.0")
    expect(system).to_have_count(0)
    # The device isn't an attribute of these programs, and the pseudonym of a person isn't a targeting key.
    choice.select_option("Report: Crash during Save Document")
    expect(version).to_have_value("3.4.1")
    expect(system).to_have_value("iOS 26.1")
    expect(asked.get_by_label("Value of targetingKey")).to_have_value("")
    expect(asked.get_by_label("Value of device")).to_have_count(0)
    audit(page)
    asked.get_by_label("Value of targetingKey").fill("u-1")
    expect(choice).to_have_value("")
    expect(asked.locator(".figure strong")).not_to_have_text("Depends on the person")
    # It is as the report has it, whatever was typed meanwhile.
    version.fill("9")
    choice.select_option("Report: Crash during Save Document")
    expect(version).to_have_value("3.4.1")
    choice.select_option("Empty")
    expect(version).to_have_value("")
    expect(asked.locator(".figure strong")).to_have_text("Depends on the person")
