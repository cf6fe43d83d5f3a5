"""The page of a group of reports: What, Who, Suspects, Steps, Do, and the dialog that switches a flag off."""

import json
import re
from pathlib import Path

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_insight import effect, group, groups, guard_change, report, suspects
from dashboard_server import TOMAS, dialog, loaded, opened, unreachable
from insight_calls import Insight
from playwright.sync_api import expect


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    mara.create("delta-upload", "Delta Upload")
    mara.create("live-save", "Live Save", parent="fast-save")
    rule = {"id": "1", "if": [{"attribute": "plan", "is": "oneOf", "values": ["beta"]}], "then": {"variant": "on"}}
    split = [{"variant": "on", "weight": 25}, {"variant": "off", "weight": 75}]
    mara.set("fast-save", "development", isOn=True, rules=[rule], otherwise={"split": split})
    mara.set("delta-upload", "development", isOn=True)
    return mara


def shown(new_page, server, insight, name="reports/g1", **options):
    """A group's page in development, whose figures are those of `insight`."""
    page = insight.install(opened(new_page, server, server.page("segments", "development"), **options))
    page.goto(server.page(name, "development"))
    return loaded(page)


def card(page, name):
    return page.get_by_role("region", name=name, exact=True)


def evaluated(page, server, mara, **context):
    """Evaluates all flags of development, as a program does."""
    body = {"name": "App", "environment": "development", "kind": "client"}
    token = mara.program("POST", "tokens", body)["token"]
    headers = {"Authorization": f"Bearer {token}"}
    response = page.request.post(f"{server.origin}/ofrep/v1/evaluate/flags", headers=headers, data={"context": context})
    assert response.ok, response.text()


def toast(page, text):
    return page.locator(".toast").filter(has_text=text)


def test_the_page_answers_from_top_to_bottom(new_page, server, mara):
    page = shown(new_page, server, Insight(suspects=suspects()))
    expect(page.locator("main h1")).to_have_text("Crash during Save Document in Document Management")
    what = card(page, "What")
    for text in (
        "crashes in 7 days, last 2 min ago",
        "41",
        "1.0 % of 4,720",
        "of sessions with Save Document",
        "first, in 3.4.1",
    ):
        expect(what).to_contain_text(text)
    expect(what.get_by_role("img")).to_have_attribute("aria-label", re.compile("Crashes per hour: .*16 at"))
    who = card(page, "Who")
    expect(who.get_by_role("row", name=re.compile("^iOS 26.1"))).to_contain_text("94 %41 %")
    expect(who.locator(".against.over")).to_have_count(3)
    found = card(page, "Suspects")
    expect(found).to_contain_text("36 variants and versions compared, 1 stands out")
    rows = found.get_by_role("table", name="How much more often").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text(
        re.compile("Fast Save on.*45 affected of 1,180, 25 % of all.*68\\s×16 to 280Conclusive")
    )
    expect(rows.nth(2)).to_contain_text("Could be chance")
    expect(rows.nth(3)).to_contain_text("Affected less")
    # The correction for many comparisons makes the second interval uncertain, although it is beside 1.
    for number, name in ((1, "interval over"), (2, "interval"), (3, "interval fine")):
        expect(rows.nth(number).locator(".interval")).to_have_class(name)
    found.get_by_role("button", name="All 5").click()
    expect(found.get_by_role("button", name="Fewer")).to_be_focused()
    expect(rows).to_have_count(5)
    expect(rows.nth(4)).to_contain_text("only with itat least 3.1")
    expect(found.get_by_text("Not enough data: 5 of 20 sessions that have it.")).to_be_visible()
    expect(found.locator("td.hot")).to_have_text("8.9 %43 of 484 sessions")
    expect(found).to_contain_text("Tomás Ortega changed Fast Save “Step 2 of 5”")
    steps = card(page, "Steps")
    expect(steps).to_contain_text("the last actions in 38 of 47 reports")
    expect(steps).to_contain_text("Crashed after 38 ms (median). Never completed.")
    expect(card(page, "Do")).to_contain_text("Fast Save on in 45, iOS 26.1 in 44 and 3.4.1 in 47 of the 47 affected.")
    expect(card(page, "History")).to_contain_text("First crash")
    # The same numbers as in the list, with their period.
    expect(card(page, "State")).to_contain_text("47 reports from 41 people since ")
    expect(what).to_contain_text("people in 7 days")
    expect(card(page, "About this data")).to_contain_text("161,400 sessions from 18,240 people")


def test_without_enough_data_nothing_is_suspected(new_page, server, mara):
    page = shown(new_page, server, Insight())
    expect(card(page, "Suspects")).to_contain_text("Not enough data. 3 sessions are affected. At least 5 are needed.")


def test_each_report_is_shown_in_turn(new_page, server, mara):
    insight = Insight(total=2)
    secret = [{"kind": "log", "at": 1, "severity": "info", "message": [{"value": "<img src=x onerror=alert(1)>"}]}]
    insight.reports[2] = report(2, system="macOS 26.0", person=None, fatal=None, backtrace=[], timeline={"run": secret})
    page = shown(new_page, server, insight)
    steps = card(page, "Steps")
    expect(steps.get_by_role("heading", name="Report 1 of 2")).to_be_visible()
    rows = steps.get_by_role("grid", name="Last steps of this report").get_by_role("row")
    expect(rows).to_have_count(6)
    expect(rows.nth(2)).to_contain_text("Save Document")
    expect(rows.nth(5)).to_contain_text("criticalBad file descriptor")
    expect(steps.locator(".fatal")).to_contain_text("Fatal error: Bad file descriptor")
    expect(steps.locator(".trace .own")).to_contain_text("DocumentStore.write(_:)")
    steps.get_by_role("button", name="2 more flags").click()
    expect(steps.get_by_role("table", name="Flags in effect").get_by_role("row")).to_have_count(6)
    expect(steps.get_by_text("2 texts look like a secret, and are hidden.")).to_be_visible()
    rows.nth(2).focus()
    page.keyboard.press("Enter")
    expect(dialog(page).get_by_role("heading", name="Save Document")).to_be_focused()
    expect(dialog(page)).to_contain_text("Interrupted when the run ended")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(rows.nth(2)).to_be_focused()
    page.keyboard.press("Home")
    expect(rows.nth(0)).to_be_focused()
    steps.get_by_role("button", name="Older report").click()
    expect(steps.get_by_role("heading", name="Report 2 of 2")).to_be_visible()
    expect(page).to_have_url(re.compile("report=run-2%2F1"))
    expect(steps.get_by_text("<img src=x onerror=alert(1)>")).to_be_visible()
    assert page.locator("main img").count() == 0
    steps.get_by_role("button", name="Make a test…").click()
    expect(dialog(page).get_by_label("SaveDocumentSucceeds.swift")).to_have_text("// run-2\n.perform(<#the input#>)\n")
    expect(dialog(page)).to_contain_text("until you replace 1 placeholder")
    assert violations(page) == []
    with page.expect_download() as saved:
        dialog(page).get_by_role("button", name="Save SaveDocumentSucceeds.swift").click()
    assert saved.value.suggested_filename == "SaveDocumentSucceeds.swift"
    page.keyboard.press("Escape")
    with page.expect_download() as saved:
        steps.get_by_role("button", name="Download report").click()
    assert saved.value.suggested_filename == "report-run-2-1.json"
    assert json.loads(Path(saved.value.path()).read_text())["report"]["run"] == "run-2"
    page.reload()
    expect(loaded(page).get_by_role("heading", name="Report 2 of 2")).to_be_visible()


def test_a_flag_is_switched_off_for_a_version(new_page, server, mara):
    insight = Insight(suspects=suspects())
    page = shown(new_page, server, insight, expects=("404",))
    page.clock.install()
    page.get_by_role("button", name="Switch off Fast Save…").first.click()
    asked = dialog(page)
    expect(asked.get_by_role("heading", name="Switch off Fast Save in development for whom?")).to_be_visible()
    expect(asked.get_by_label("What")).to_have_value("fast-save")
    expect(asked.get_by_role("radio", name=re.compile("Everyone 45 of 47 affected sessions, 16,540"))).to_be_visible()
    expect(asked.get_by_role("radio", name=re.compile("iOS 26 .*up to 44"))).to_be_visible()
    expect(asked).to_contain_text("16,540 sessions of about 4,560 people had it in the last 7 days. 212 sessions")
    # The figures are those of now as long as the dialog is open.
    insight.impact = {**insight.impact, "inFlight": {"sessions": 198, "isMinimum": True}}
    page.clock.fast_forward(11_000)
    expect(asked).to_contain_text("At least 198 sessions are in flight now.")
    expect(asked).to_contain_text("Live Save (312 sessions) needs it.")
    expect(asked).to_contain_text("Live Save also goes off for them.")
    asked.get_by_role("radio", name=re.compile("^3.4.1 and earlier")).check()
    expect(asked.locator(".says")).to_have_text("If the version is 3.4.1 or earlier, then off. Becomes rule 1 of 2.")
    expect(asked.locator("ins").first).to_contain_text("3.4.1")
    expect(asked.get_by_label("Reason (optional)", exact=True)).to_have_value(
        re.compile("^Crash during Save Document in Document Management: 47 since ")
    )
    expect(asked.get_by_text("Linked to this report")).to_be_visible()
    # The person of the report is unknown to flags: a rule for the pseudonym would do nothing.
    expect(asked).to_contain_text("The person in this report isn’t offered")
    expect(asked.get_by_role("radio", name=re.compile("^The person"))).to_have_count(0)
    assert violations(page) == []
    insight.effect = effect()
    asked.get_by_role("button", name="Switch off in 3.4.1 and earlier").click()
    expect(toast(page, "Fast Save: switched off in 3.4.1 and earlier.")).to_be_visible()
    rules = mara.items()["targeting", "fast-save", "development"]["value"]["rules"]
    assert rules[0]["if"] == [{"attribute": "version", "is": "versionAtMost", "values": ["3.4.1"]}]
    assert rules[0]["then"] == {"variant": "off"} and rules[1]["id"] == "1"
    helped = page.get_by_role("region", name="It helped")
    for text in ("No crashes since", "6 were expected", "8.9 %", "of 68 sessions since; at most 4.4 % (95 % CI)"):
        expect(helped).to_contain_text(text)
    expect(helped).to_contain_text("Mara Lindt switched off Fast Save in 3.4.1 and earlier")
    expect(helped.locator(".event-mark")).to_contain_text("Switched off")
    change = mara.program("GET", "changes")["changes"][0]
    assert change["reason"].endswith("(report g1)")
    page.goto(server.page("changes", "development"))
    why = loaded(page).locator(".change .why").first
    expect(why.get_by_role("link", name="Report")).to_have_attribute(
        "href", f"/p/{server.program}/development/reports/g1"
    )
    expect(why).not_to_contain_text("(report g1)")


def test_a_switch_off_that_was_undone_remains_in_the_history(new_page, server, mara):
    mara.set("fast-save", "development", reason="It crashes (report g1)", isOn=False)
    off = mara.program("GET", "changes")["changes"][0]["number"]
    page = shown(new_page, server, Insight(effect=effect("early")))
    history = card(page, "History")
    line = history.get_by_role("listitem").filter(has_text="switched off")
    expect(line).to_contain_text("Mara Lindt switched off Fast Save in development")
    expect(line.locator(".undone")).to_have_count(0)
    expect(page.get_by_role("region", name="Too early to say")).to_be_visible()
    body = {"id": "undo", "reason": "Undone right after it was made"}
    undo = mara.program("POST", f"changes/{off}/reversal", body)["result"]["change"]["number"]
    expect(line.locator(".undone")).to_have_text(re.compile(rf"^, undone \d\d:\d\d by change {undo}$"))
    expect(page.get_by_role("region", name="Too early to say")).to_have_count(0)
    expect(history).to_contain_text("First crash")
    page.goto(server.page("changes", "development"))
    newest = loaded(page).locator(".change").first
    expect(newest).to_contain_text(f"Mara Lindt reverted change {off} of Fast Save in development")
    expect(newest.locator(".why")).to_have_text("“Undone right after it was made”")


def test_no_further_call_looks_for_reverts(new_page, server, mara):
    mara.set("fast-save", "development", reason="It crashes (report g1)", isOn=False)
    page = Insight(effect=effect("early")).install(opened(new_page, server, server.page("segments", "development")))
    asked = []
    page.on("request", lambda request: asked.append(request.url) if re.search(r"/changes\?", request.url) else None)
    page.goto(server.page("reports/g1", "development"))
    expect(page.get_by_role("region", name="Too early to say")).to_be_visible()
    linked = [url for url in asked if "source=guard" not in url]
    assert linked and all("text=" in url for url in linked), asked


def test_the_hour_of_a_change_is_of_neither_side(new_page, server, mara):
    mara.set("fast-save", "development", reason="It crashes (report g1)", isOn=False)
    time = mara.program("GET", "changes")["changes"][0]["time"]
    hour = 3_600_000
    start = time - hour // 3
    bars = [{"time": start + (index - 2) * hour, "reports": 5 - index} for index in range(4)]
    bars[2]["isMixed"] = True
    found = {**effect("not"), "reports": bars, "unit": hour, "isExact": False}
    page = shown(new_page, server, Insight(effect=found))
    after = page.get_by_role("region", name="It didn’t help")
    expect(after.locator("rect.all")).to_have_count(1)
    expect(after.locator("rect.bad")).to_have_count(3)
    expect(after).to_contain_text("The hour of the change, before and after it")
    expect(after.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("5, 4, 3, 2; 3 in the hour of the change, before and after it$")
    )
    expect(after.locator(".x")).not_to_contain_text("now")


def test_the_audience_changes_the_rule(new_page, server, mara):
    page = shown(new_page, server, Insight(), name="segments")
    evaluated(page, server, mara, targetingKey="p-7f3a", plan="beta")
    page.goto(server.page("reports/g1?open=switch", "development"))
    asked = dialog(page)
    asked.get_by_role("radio", name=re.compile("^iOS 26")).check()
    says = asked.locator(".says")
    expect(says).to_have_text(
        "If the system starts with iOS 26 and the version is 3.4.1 or earlier, then off. Becomes rule 1 of 2."
    )
    asked.get_by_label("Only in 3.4.1 and earlier").uncheck()
    expect(says).to_have_text("If the system starts with iOS 26, then off. Becomes rule 1 of 2.")
    asked.get_by_label("System", exact=True).select_option("iOS 18")
    expect(asked.get_by_role("button", name="Switch off for iOS 18")).to_be_enabled()
    asked.get_by_role("radio", name=re.compile("^The person")).check()
    expect(says).to_have_text("If the person is p-7f3a, then off. Becomes rule 1 of 2.")
    asked.get_by_role("radio", name=re.compile("^Everyone")).check()
    expect(asked.locator("ins")).to_have_text(["off"])
    asked.get_by_label("What").select_option("delta-upload")
    expect(asked.get_by_role("radio", name=re.compile("^Everyone 29"))).to_be_visible()
    asked.get_by_role("radio", name=re.compile("^Everyone")).check()
    asked.get_by_role("button", name="Switch off for everyone").click()
    expect(toast(page, "Delta Upload: switched off for everyone.")).to_be_visible()
    assert mara.items()["targeting", "delta-upload", "development"]["value"]["isOn"] is False


def test_a_change_that_happens_meanwhile_is_merged(new_page, server, mara):
    page = shown(new_page, server, Insight(effect=effect()), name="reports/g1?open=switch")
    asked = dialog(page)
    asked.get_by_role("radio", name=re.compile("^3.4.1")).check()
    expect(asked.get_by_role("button", name="Switch off in 3.4.1 and earlier")).to_be_enabled()
    # Without the stream the page can't know of a change that happens meanwhile, only the server can.
    page.route("**/events", lambda route: route.abort())
    mara.set("fast-save", "development", reason="Meanwhile", rules=[])
    asked.get_by_role("button", name="Switch off in 3.4.1 and earlier").click()
    expect(toast(page, "Fast Save: switched off")).to_be_visible()
    rules = mara.items()["targeting", "fast-save", "development"]["value"]["rules"]
    assert [rule["then"] for rule in rules] == [{"variant": "off"}]


def test_a_protected_environment_reviews_the_switch_afterwards(new_page, server, mara):
    tomas = server.invite(mara, "approver")
    mara.set("fast-save", "production", reason="Ready", isOn=True)
    [request] = tomas.program("GET", "requests")["requests"]
    tomas.approve(request)
    insight = Insight(effect=effect("early"))
    page = insight.install(opened(new_page, server, server.page("segments")))
    page.goto(server.page("reports/g1?open=switch"))
    asked = dialog(page)
    asked.get_by_role("radio", name=re.compile("^3.4.1")).check()
    expect(asked.get_by_text("Takes effect immediately and is reviewed afterwards.")).to_be_visible()
    asked.get_by_role("button", name="Switch off in 3.4.1 and earlier").click()
    after = page.get_by_role("region", name="Too early to say")
    expect(after.get_by_role("link", name="Pending review by a second person")).to_be_visible()
    page.get_by_role("button", name="Switch back on…").click()
    expect(dialog(page).get_by_role("heading", name=re.compile("Revert change"))).to_be_visible()


def test_a_group_is_assigned_resolved_ignored_and_opened(new_page, server, mara):
    insight = Insight()
    page = shown(new_page, server, insight)
    state = card(page, "State")
    page.get_by_role("button", name="Assign…").first.click()
    expect(dialog(page).get_by_label("Person").locator("option").first).to_have_text("Mara Lindt (you)")
    assert violations(page) == []
    dialog(page).get_by_role("button", name="Assign").click()
    expect(state).to_contain_text("Mara Lindt")
    page.get_by_role("button", name="Resolve…").first.click()
    dialog(page).get_by_label(re.compile("^Version with the fix")).fill("3.4.2")
    dialog(page).get_by_role("button", name="Resolve", exact=True).click()
    expect(toast(page, "Resolved in 3.4.2.")).to_be_visible()
    expect(state).to_contain_text("Resolved in 3.4.2")
    page.get_by_role("button", name="Open again").click()
    expect(state).to_contain_text("Open, new today")
    page.get_by_role("button", name="Ignore until it happens again…").click()
    dialog(page).get_by_label("Further reports").fill("0")
    dialog(page).get_by_role("button", name="Ignore", exact=True).click()
    expect(dialog(page).get_by_text("Enter a whole number from 1.")).to_be_visible()
    dialog(page).get_by_label("Further reports").fill("20")
    dialog(page).get_by_role("button", name="Ignore", exact=True).click()
    expect(state).to_contain_text("Ignored until 20 more")
    operations = [body["operation"] for _, body in insight.posted]
    assert operations == ["assign", "resolve", "open", "ignore"]
    assert insight.posted[3][1] == {"operation": "ignore", "more": 20}


def test_groups_are_merged_and_split(new_page, server, mara):
    insight = Insight()
    page = shown(new_page, server, insight)
    page.get_by_role("button", name="Merge…").first.click()
    expect(dialog(page).get_by_role("radio")).to_have_count(5)
    dialog(page).get_by_label("Search groups").fill("export")
    expect(dialog(page).get_by_role("radio")).to_have_count(1)
    assert violations(page) == []
    dialog(page).get_by_role("button", name="Merge", exact=True).click()
    expect(page.locator("main h1")).to_contain_text("Export to PDF failed")
    page.get_by_role("button", name="Split…").first.click()
    dialog(page).get_by_role("radio", name=re.compile("^Reports like the one shown")).check()
    dialog(page).get_by_role("button", name="Split", exact=True).click()
    expect(page.locator("main h1")).to_contain_text("Crash during Save a Copy")
    assert insight.posted == [
        ("g1", {"operation": "merge", "into": "g2"}),
        ("g2", {"operation": "split", "run": "run-1", "number": 1}),
    ]


def test_the_groups_before_and_after_are_one_step_away(new_page, server, mara):
    page = shown(new_page, server, Insight(), name="reports/g2")
    expect(page.locator("#place")).to_have_text("2 of 4 open")
    page.get_by_role("button", name="Next group").click()
    expect(page.locator("main h1")).to_contain_text("Killed during Open Document")
    page.get_by_role("button", name="Previous group").click()
    expect(page.locator("main h1")).to_contain_text("Export to PDF failed")


def test_an_unknown_and_a_merged_group(new_page, server, mara):
    insight = Insight()
    page = shown(new_page, server, insight, name="reports", expects=("404",))
    page.goto(server.page("reports/unknown", "development"))
    expect(page.get_by_role("heading", name="No such report")).to_be_visible()
    assert violations(page) == []
    page.route("**/insight/groups/old?*", lambda route: insight.send(route, {"mergedInto": "g2"}))
    page.goto(server.page("reports/old", "development"))
    expect(page.locator("main h1")).to_contain_text("Export to PDF failed")


def test_an_admin_erases_a_persons_data(new_page, server, mara):
    insight = Insight()
    page = shown(new_page, server, insight)
    page.get_by_text("Facts", exact=True).click()
    page.get_by_role("button", name="Erase this person’s data…").click()
    expect(dialog(page)).to_contain_text("3 sessions and 1 report of p-7f3a are deleted")
    dialog(page).get_by_role("button", name="Erase").click()
    expect(toast(page, "Data erased.")).to_be_visible()
    assert insight.deleted == ["people/p-7f3a"]


def test_a_viewer_sees_why_nothing_can_be_done(new_page, server, mara):
    server.invite(mara, "viewer")
    page = shown(new_page, server, Insight(), email=TOMAS)
    expect(page.get_by_role("button", name="Switch off…")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text("Switching off in development needs an editor.")).to_be_visible()
    page.get_by_role("button", name="Resolve…").click(force=True)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_role("button", name="Erase this person’s data…")).to_have_count(0)
    assert violations(page) == []


def test_the_page_says_what_a_guard_did_and_whether_it_helped(new_page, server, mara):
    mara.set("fast-save", "development", isOn=False)
    insight = Insight(effect=effect())
    page = insight.install(opened(new_page, server, server.page("segments", "development")))
    asked = []

    def changes_of_guards(route):
        asked.append(route.request.url)
        route.fulfill(json={"changes": [guard_change()], "next": 0})

    page.route(re.compile(r"/changes\?.*source=guard"), changes_of_guards)
    page.goto(server.page("reports/g1", "development"))
    line = card(loaded(page), "State").get_by_role("link", name="Switched off Fast Save")
    expect(line).to_have_attribute("href", re.compile(r"/changes\?item=fast-save&source=guard$"))
    # Only what happened since the first report, in this environment.
    assert "environment=development" in asked[0] and re.search(r"since=\d{13}", asked[0]), asked
    helped = page.get_by_role("region", name="It helped")
    expect(helped).to_contain_text("Guard switched off Fast Save in development")
    expect(helped.locator(".event-mark")).to_contain_text("Switched off")
    expect(page.get_by_role("button", name="Switch back on…")).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0


def test_a_guard_that_paused_a_plan_changed_no_ones_value(new_page, server, mara):
    page = Insight().install(opened(new_page, server, server.page("segments", "development")))
    answer = {"changes": [guard_change("pause")], "next": 0}
    page.route(re.compile(r"/changes\?.*source=guard"), lambda route: route.fulfill(json=answer))
    page.goto(server.page("reports/g1", "development"))
    expect(card(loaded(page), "State")).to_contain_text("Paused the plan of Fast Save")
    expect(page.get_by_role("region", name=re.compile("It helped|Too early"))).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Switch off.*…$")).first).to_be_enabled()


def test_loading_errors_and_an_unreachable_server(new_page, server, mara):
    insight = Insight()
    page = insight.install(opened(new_page, server, server.page("segments", "development"), expects=("500",)))
    insight.holding = True
    page.goto(server.page("reports/g1", "development"))
    expect(page.locator(".bones")).to_be_visible()
    expect(page.locator("[role=status]", has_text="Loading the report")).to_have_count(1)
    assert violations(page) == [] and overflows(page) == 0
    insight.holding, insight.failing = False, True
    page.goto(server.page("reports/g1", "development"))
    expect(page.get_by_text("The server failed.")).to_be_visible()
    insight.failing = False
    page.get_by_role("button", name="Try again").click()
    expect(card(page, "What")).to_contain_text("crashes in 7 days")
    with unreachable(page):
        expect(card(page, "What")).to_be_visible()
        assert violations(page) == []


def test_a_flag_that_is_off_can_not_be_switched_off(new_page, server, mara):
    page = shown(new_page, server, Insight([group(flags=[])]), name="segments")
    page.goto(server.page("reports/g1"))
    expect(page.get_by_text("The affected sessions were exposed to no flag that is on here.")).to_be_visible()
    expect(page.get_by_role("button", name="Switch off…").first).to_have_attribute("aria-disabled", "true")


def test_the_page_passes_the_audit_and_fits(new_page, screenshot, server, mara):
    insight = Insight(groups(), suspects=suspects(), effect=effect())
    page = shown(new_page, server, insight, size=SMALL, theme="dark")
    audit(page, screenshot, "dashboard-report")
    page.goto(server.page("reports/g1?open=switch", "development"))
    expect(dialog(page).locator("ins").first).to_be_visible()
    audit(page, screenshot, "dashboard-report-switch")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More: assign, resolve, ignore").click()
    page.get_by_role("menuitem", name="Resolve…").click()
    assert violations(page) == [] and overflows(page) == 0
