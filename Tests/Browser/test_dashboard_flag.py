"""A flag's page of the dashboard: the switch, rules, unsaved edits, conflicts, Try, history."""

import base64
import hashlib
import json
import urllib.request

import pytest
from conftest import violations
from dashboard_server import dialog, loaded, opened, suggestions
from playwright.sync_api import expect


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    return mara


def toast(page, text):
    return page.locator(".toast").filter(has_text=text)


def test_the_switch_takes_effect_immediately_and_can_be_undone(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    switch = page.get_by_role("switch")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert mara.items()["targeting", "fast-save", "development"]["value"]["isOn"] is True
    toast(page, "Fast Save is on in development.").get_by_role("button", name="Undo").click()
    expect(switch).to_have_attribute("aria-checked", "false")


def test_a_change_is_made_also_if_the_page_cannot_read_it(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/fast-save", "development"), expects=("500",))
    failure = {"error": {"code": "internal", "message": "The server failed."}}
    page.route("**/items", lambda route: route.fulfill(status=500, json=failure))
    page.get_by_role("switch").click()
    expect(toast(page, "Fast Save is on in development.")).to_be_visible()
    note = page.locator(".note.failure").filter(has_text="The server failed.")
    expect(note).to_be_visible()
    assert mara.items()["targeting", "fast-save", "development"]["value"]["isOn"] is True
    page.unroute("**/items")
    note.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("switch")).to_be_checked()
    expect(note).to_have_count(0)


def test_production_is_switched_on_by_approval_and_off_immediately(new_page, server, mara):
    tomas = server.invite(mara, "approver")
    page = opened(new_page, server, server.page("flags/fast-save"))
    page.get_by_role("switch").click()
    expect(dialog(page).get_by_text("another person approves the change")).to_be_visible()
    dialog(page).get_by_label("Reason", exact=True).fill("For everyone")
    dialog(page).get_by_role("button", name="Request approval").click()
    expect(toast(page, "Approval requested.")).to_be_visible()
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    requests = tomas.program("GET", "requests")["requests"]
    pending = next(one for one in requests if one["state"] == "pending" and one["kind"] == "approval")
    tomas.approve(pending)
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
    page.get_by_role("switch").click()
    expect(dialog(page).get_by_text("Takes effect immediately and is reviewed afterwards.")).to_be_visible()
    dialog(page).get_by_label("Reason").fill("It crashes")
    dialog(page).get_by_role("button", name="Switch off").click()
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "false")


def test_rules_are_added_reordered_and_saved_as_one_change(new_page, server, mara):
    mara.change({"kind": "segment", "name": "testers", "create": {"name": "Beta testers", "people": ["u-1"]}})
    mara.set("fast-save", "development", isOn=True)
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    page.get_by_role("button", name="Add a rule").click()
    expect(page.get_by_text("Reads: If the person is in Beta testers, then on.")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Add a rule").click()
    page.get_by_label("Condition 1", exact=True).select_option("Attribute")
    page.get_by_label("Attribute of condition 1").fill("version")
    page.get_by_label("Comparison of condition 1").select_option("is version or later")
    page.get_by_label("Value of condition 1").fill("3.4.0")
    page.get_by_role("group", name="Result of rule 2").get_by_role("button", name="Off").click()
    page.get_by_role("button", name="Move rule 2 with the arrow keys").press("ArrowUp")
    expect(page.get_by_role("button", name="Move rule 1 with the arrow keys")).to_be_focused()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".said-rules .says").first).to_have_text("If the version is 3.4.0 or later, then off.")
    page.get_by_role("button", name="Edit the rule for everyone else").click()
    page.get_by_role("button", name="Rollout").click()
    page.get_by_label("Percent").fill("25")
    page.reload()
    expect(loaded(page).locator("#unsaved")).to_contain_text("unsaved")
    page.get_by_role("button", name="Review…").click()
    expect(dialog(page).locator("ins").filter(has_text="everyone else: 25 % on")).to_be_visible()
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    value = mara.items()["targeting", "fast-save", "development"]["value"]
    assert [rule["then"] for rule in value["rules"]] == [{"variant": "off"}, {"variant": "on"}]
    condition = {"attribute": "version", "is": "versionAtLeast", "values": ["3.4.0"]}
    assert value["rules"][0]["if"] == [condition]
    assert value["otherwise"]["split"] == [{"variant": "on", "weight": 25}, {"variant": "off", "weight": 75}]
    expect(page.locator(".tile[aria-current=true] .big")).to_contain_text("25 %, 2 rules")


def test_another_persons_change_keeps_unsaved_edits(new_page, server, mara):
    tomas = server.invite(mara, "editor")
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    page.get_by_role("button", name="Add a rule").click()
    page.get_by_label("Value of condition 1").fill("u-1")
    tomas.set("fast-save", "development", reason="Needed for a demo", isOn=True)
    expect(page.get_by_text("Tomás Ortega changed this flag")).to_contain_text("Your edits are kept.")
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
    expect(page.get_by_label("Value of condition 1")).to_have_value("u-1")
    expect(page.get_by_label("Value of condition 1")).to_be_focused()
    page.get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    value = mara.items()["targeting", "fast-save", "development"]["value"]
    assert value["isOn"] is True and len(value["rules"]) == 1


def test_a_conflict_shows_both_and_keeps_the_chosen_values(new_page, server, mara):
    tomas = server.invite(mara, "editor")
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    page.get_by_role("button", name="Edit the rule for everyone else").click()
    page.get_by_role("button", name="Rollout").click()
    page.get_by_label("Percent").fill("30")
    tomas.set("fast-save", "development", reason="Not yet", otherwise={"variant": "off"})
    expect(page.get_by_text("Tomás Ortega changed this flag")).to_be_visible()
    page.get_by_role("button", name="Review…").click()
    expect(dialog(page).get_by_role("heading", name="Tomás Ortega saved first")).to_be_visible()
    expect(dialog(page)).to_contain_text("Not yet")
    dialog(page).get_by_role("button", name="Review merge…").click()
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    otherwise = mara.items()["targeting", "fast-save", "development"]["value"]["otherwise"]
    assert otherwise == {"split": [{"variant": "on", "weight": 30}, {"variant": "off", "weight": 70}]}


def test_a_context_is_tried_with_unsaved_edits_and_in_the_past(new_page, server, mara):
    mara.set("fast-save", "development", isOn=True)
    # There is no flag at the earlier moment.
    page = opened(new_page, server, server.page("flags/fast-save", "development"), expects=("404",))
    page.get_by_role("button", name="Add a rule").click()
    page.get_by_label("Value of condition 1").fill("u-1")
    page.get_by_role("group", name="Result of rule 1").get_by_role("button", name="Off").click()
    page.get_by_role("button", name="Try…").click()
    expect(dialog(page).locator(".figure strong")).to_have_text("on")
    dialog(page).get_by_label("Value of targetingKey").fill("u-1")
    expect(dialog(page).locator(".figure strong")).to_have_text("off")
    expect(dialog(page)).to_contain_text("Rule 1 matched. With your unsaved edits.")
    expect(dialog(page).locator(".steps li").first).to_contain_text("Fast Save is on in Development")
    expect(dialog(page).locator(".steps li").nth(1)).to_contain_text("Rule 1: If the person is u-1, then off.")
    expect(dialog(page).get_by_role("heading", name="Not evaluated")).to_be_visible()
    dialog(page).get_by_label("Moment, empty for now").fill("2020-01-31T14:32")
    expect(dialog(page).get_by_text("There was no flag “fast-save” in Development.")).to_be_visible()
    dialog(page).get_by_label("Moment, empty for now").fill("")
    expect(dialog(page).locator(".figure strong")).to_have_text("off")
    expect(dialog(page).locator("pre")).to_contain_text('"variant": "off"')


def test_a_running_program_is_counted_after_a_change(new_page, server, mara):
    body = {"name": "App", "environment": "development", "kind": "server"}
    token = mara.program("POST", "tokens", body)["token"]
    page = opened(new_page, server, server.page("flags/fast-save", "development"))

    def fetch():
        headers = {
            "Authorization": f"Bearer {token}",
            "X-Firesteel-Instance": "instance-1",
            "X-Firesteel-Version": "1.0",
        }
        request = urllib.request.Request(f"{server.origin}/flags/v1/definitions", headers=headers)
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.loads(response.read())

    fetch()
    expect(page.locator(".scope .live")).to_contain_text("1 program connected")
    page.get_by_role("switch").click()
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
    fetch()
    expect(page.locator("#connected")).to_have_text("1 of 1 program has it")


def test_the_definition_is_copied(new_page, server, mara):
    address = server.page("flags/fast-save", "development")
    page = opened(new_page, server, address, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as flagd JSON").click()
    expect(toast(page, "Fast Save copied as flagd JSON.")).to_be_visible()
    copied = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert "fast-save" in json.dumps(copied) and "variants" in json.dumps(copied)
    page.get_by_role("button", name="Try…").click()
    expect(dialog(page).locator(".figure strong")).to_have_text("off")
    dialog(page).get_by_role("button", name="Copy as test").click()
    expect(toast(page, "Test copied.")).to_be_visible()
    code = page.evaluate("navigator.clipboard.readText()")
    assert "@Test func fastSave() throws {" in code
    assert "let context = EvaluationContext()" in code and '.variant == "off")' in code


def test_details_are_edited_and_a_flag_is_archived(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    page.get_by_role("button", name="Edit…").click()
    dialog(page).get_by_label("Description").fill("Saves in place.")
    dialog(page).get_by_role("button", name="Continue…").click()
    expect(dialog(page).locator("ins")).to_have_text(["description: Saves in place."])
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saves in place.").first).to_be_visible()
    expect(page.locator("#history")).to_be_visible()
    expect(page.locator(".steps .strong").first).to_contain_text("description")


def test_a_flag_that_does_not_exist_leads_to_the_list(new_page, server, mara):
    page = opened(new_page, server, server.page("flags/nothing"))
    expect(page.get_by_role("heading", name="No such flag")).to_be_visible()
    page.get_by_role("link", name="All flags").click()
    expect(page.get_by_role("row", name="Fast Save")).to_be_visible()


def evaluate(server, token, **context):
    """Evaluates all flags for a context, as an app does."""
    request = urllib.request.Request(
        f"{server.origin}/ofrep/v1/evaluate/flags",
        data=json.dumps({"context": context}).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.loads(response.read())


def token_of(mara, kind, environment="development"):
    return mara.program("POST", "tokens", {"name": "App", "environment": environment, "kind": kind})["token"]


def test_a_change_says_for_how_many_recent_contexts_it_changes(new_page, server, mara):
    mara.set("fast-save", "development", isOn=True)
    token = token_of(mara, "client")
    for number in range(8):
        evaluate(server, token, targetingKey=f"u-{number}", plan="pro" if number < 6 else "free")
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    page.get_by_role("button", name="Add a rule").click()
    attribute = page.get_by_label("Attribute of condition 1")
    attribute.fill("plan")
    # The names of recent contexts are offered, their values aren't.
    expect(suggestions(attribute).filter(has_text="seen in recent contexts")).to_have_attribute("value", "plan")
    page.get_by_label("Value of condition 1").fill("pro")
    page.get_by_role("group", name="Result of rule 1").get_by_role("button", name="Off").click()
    page.get_by_role("button", name="Review…").click()
    who = dialog(page).get_by_role("region", name="Who changes in development")
    expect(who).to_contain_text("6 of 8 recent contexts change from on to off.")
    expect(who).to_contain_text("plan: pro 6")
    expect(who).to_contain_text("8 distinct contexts for which this server evaluated flags since today")
    assert "u-1" not in who.inner_text()
    assert violations(page) == []
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.locator("#unsaved")).to_be_hidden()


def test_a_catalogue_completes_attributes_and_shows_where_a_flag_is_declared(new_page, server, mara):
    flag = {"key": "fast-save", "type": "bool", "valueType": "Bool", "default": False, "kind": "release"}
    catalogue = {
        "format": "1.1",
        "program": {"name": "Documents", "version": "3.4.1", "build": ""},
        "library": "1",
        "features": [],
        "flags": [{**flag, "file": "Documents/Flags.swift", "line": 12}],
        "requirements": [],
        "attributes": [{"name": "plan", "type": "string", "values": ["free", "pro"]}],
    }
    body = json.dumps(catalogue).encode()
    request = urllib.request.Request(
        f"{server.origin}/ingest/v1/catalogues/3.4.1",
        method="PUT",
        data=body,
        headers={
            "Authorization": f"Bearer {token_of(mara, 'server')}",
            "Content-Type": "application/json",
            "Content-Digest": f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:",
        },
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        assert response.status == 204
    page = opened(new_page, server, server.page("flags/fast-save", "development"))
    about = page.get_by_role("region", name="About")
    expect(about).to_contain_text("Documents/Flags.swift:12")
    expect(about).to_contain_text("in 3.4.1")
    page.get_by_role("button", name="Add a rule").click()
    page.get_by_label("Attribute of condition 1").fill("plan")
    value = page.get_by_label("Value of condition 1")
    expect(suggestions(value)).to_have_count(2)
    page.get_by_role("button", name="Discard").click()
    toast(page, "Edits discarded.").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("1 change unsaved, development")).to_be_visible()
    page.get_by_role("button", name="Discard").click()
    page.goto(server.page("segments", "development"))
    loaded(page).get_by_role("button", name="New segment…").first.click()
    dialog(page).get_by_role("button", name="Condition").click()
    attribute = dialog(page).get_by_label("Attribute of condition 1")
    expect(suggestions(attribute, "plan")).to_have_count(1)


def test_variants_are_renamed_with_the_rules_that_name_them(new_page, server, mara):
    mara.create("page-size", "Page size", variants={"small": "s", "large": "l"})
    rule = {"id": "1", "if": [{"attribute": "plan", "is": "oneOf", "values": ["pro"]}], "then": {"variant": "large"}}
    mara.set("page-size", "development", isOn=True, rules=[rule])
    page = opened(new_page, server, server.page("flags/page-size", "development"))

    def open_variants():
        page.get_by_role("button", name="More: details, variants, archive").click()
        page.get_by_role("menuitem", name="Variants…").click()

    open_variants()
    dialog(page).get_by_role("button", name="Remove variant large").click()
    expect(dialog(page).get_by_text("“large” is used by rule 1 in development.")).to_be_visible()
    assert violations(page) == []
    dialog(page).get_by_label("Name of variant 2").fill("huge")
    dialog(page).get_by_label("Value of variant 2").fill("xl")
    dialog(page).get_by_role("button", name="Variant", exact=True).click()
    dialog(page).get_by_label("Name of variant 3").fill("medium")
    dialog(page).get_by_label("Value of variant 3").fill("m")
    dialog(page).get_by_role("button", name="Continue…").click()
    dialog(page).get_by_label("Reason").fill("Another size")
    dialog(page).get_by_role("button", name="Request approval").click()
    expect(toast(page, "Approval requested.")).to_be_visible()
    tomas = server.invite(mara, "approver")
    requests = tomas.program("GET", "requests")["requests"]
    tomas.approve(requests[0])
    items = mara.items()
    variants = items["flag", "page-size", None]["value"]["variants"]
    assert [(one["name"], one["value"]) for one in variants] == [("small", "s"), ("huge", "xl"), ("medium", "m")]
    assert items["targeting", "page-size", "development"]["value"]["rules"][0]["then"] == {"variant": "huge"}
    expect(page.locator(".said-rules .says").first).to_have_text("If the plan is pro, then huge.")
    open_variants()
    dialog(page).get_by_role("button", name="Remove variant medium").click()
    expect(dialog(page).get_by_label("Name of variant 3")).to_have_count(0)
