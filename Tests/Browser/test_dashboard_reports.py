"""The dashboard's list of groups of reports, and the overview's cards: sections, search, filters, keyboard, states."""

import re

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_insight import behaviour, covers, effect, group, groups, overview, suspect
from dashboard_server import TOMAS, dialog, loaded, opened, unreachable
from insight_calls import Insight
from playwright.sync_api import expect


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    mara.create("delta-upload", "Delta Upload")
    return mara


def shown(new_page, server, insight, name="reports", environment="production", **options):
    """A page of reports whose figures are those of `insight`."""
    page = insight.install(opened(new_page, server, server.page("segments"), **options))
    page.goto(server.page(name, environment))
    return loaded(page)


def row(page, name):
    return page.get_by_role("row", name=name)


def test_open_groups_are_in_sections(new_page, server, mara):
    page = shown(new_page, server, Insight())
    expect(page.locator(".group-head")).to_have_text(
        ["New today2", "Still happening1", "Reopened after being resolved1"]
    )
    first = row(page, "Crash during Save Document")
    expect(first).to_contain_text("Getting worse")
    expect(first).to_contain_text("Document Management. Bad file descriptor, DocumentStore.swift:118")
    expect(first.locator(".reports")).to_have_text("47")
    expect(first.locator(".people")).to_have_text("41")
    expect(first.locator("rect.hot")).to_have_count(7)
    expect(page.locator("#head")).to_contain_text("24 hours, max 16")
    expect(row(page, "Export to PDF failed")).to_contain_text("New in 3.4.1")
    expect(row(page, "Crash before the first action")).to_contain_text("Again in 3.4.1")
    expect(page.locator("#facts")).to_have_text("4 open, 2 new today")
    expect(page.locator("#shown")).to_have_text(
        "115 reports in 24 hours, from people who opted in. The columns count since a group’s first report."
    )
    reports = page.get_by_role("link", name=re.compile("^Reports"))
    expect(reports).to_have_attribute("aria-label", "Reports, 2 new")


def test_the_keyboard_searches_selects_and_opens(new_page, server, mara):
    page = shown(new_page, server, Insight())
    page.keyboard.press("/")
    page.keyboard.type("charter")
    expect(page.get_by_role("row", name=re.compile("reports"))).to_have_count(1)
    expect(page).to_have_url(re.compile("text=charter"))
    page.get_by_role("searchbox").fill("nothing like it")
    expect(page.get_by_role("heading", name="No reports match")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(page.get_by_role("row", name=re.compile("reports"))).to_have_count(4)
    page.get_by_role("searchbox").press("ArrowDown")
    expect(row(page, "Crash during Save Document")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(row(page, "Killed during Open Document")).to_be_focused()
    page.keyboard.press("End")
    expect(row(page, "Crash before the first action")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect(row(page, "Crash during Save Document")).to_be_focused()
    assert page.locator(".row[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("Crash during Save Document"), level=1)).to_be_visible()
    page.go_back()
    expect(row(page, "Crash during Save Document")).to_be_focused()


def test_states_filters_and_order_are_in_the_address(new_page, server, mara):
    insight = Insight()
    page = shown(new_page, server, insight)
    expect(page.get_by_role("button", name="Open 4")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Resolved 1").click()
    expect(row(page, "Share Document failed")).to_contain_text("Resolved in 3.4.0")
    expect(page.locator(".group-head")).to_have_count(0)
    page.get_by_role("button", name="Ignored 1").click()
    expect(row(page, "Search failed")).to_contain_text("Ignored until 20 more")
    page.get_by_role("button", name="Mine 0").click()
    expect(page.get_by_role("heading", name="Nothing is assigned to you")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Open 4")).click()
    # The list may still be read: the menu has the flags of all groups that were listed before.
    page.get_by_role("button", name="Flag: any").click()
    page.get_by_role("menuitemradio", name="Fast Save").click()
    expect(page.get_by_role("button", name="Flag: Fast Save")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("reports"))).to_have_count(1)
    page.get_by_role("button", name="Version: any").click()
    page.get_by_role("menuitemradio", name="3.4.1").click()
    with page.expect_response(re.compile(r"/groups\?.*order=newest")):
        page.get_by_role("button", name="Newest").click()
    expect(page.get_by_role("button", name="Newest")).to_have_attribute("aria-pressed", "true")
    for part in ("flag=fast-save", "version=3.4.1", "order=newest"):
        expect(page).to_have_url(re.compile(part))
    asked = [query for path, query in insight.asked if path == "groups"]
    assert {"flag": "fast-save", "version": "3.4.1", "order": "newest"}.items() <= asked[-1].items()


def test_more_groups_are_read_on_demand(new_page, server, mara):
    many = [group(f"g{number}", title=f"Crash {number:03}", isNew=False) for number in range(130)]
    page = shown(new_page, server, Insight(many))
    rows = page.get_by_role("row", name=re.compile("^Crash, Crash"))
    expect(rows).to_have_count(100)
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(130)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)


def test_without_reports_the_page_says_how_to_get_them(new_page, server, mara):
    page = shown(new_page, server, Insight([]))
    expect(page.get_by_role("heading", name="No reports yet")).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0
    page.get_by_role("button", name="Create ingest token…").click()
    expect(dialog(page).get_by_label("For", exact=True)).to_have_value("ingest")
    dialog(page).get_by_role("button", name="Create token").click()
    token = dialog(page).locator(".secret code").inner_text()
    dialog(page).get_by_label("I copied it").check()
    dialog(page).get_by_role("button", name="Close").click()
    sent = []

    def take(route):
        sent.append(route.request)
        route.fulfill(status=201, content_type="application/json", body="{}")

    page.route("**/ingest/v1/runs/*/reports/1", take)
    page.get_by_role("button", name="Send a test report…").click()
    assert violations(page) == []
    expect(dialog(page).get_by_label("Ingest token")).to_have_value(token)
    dialog(page).get_by_role("button", name="Send test report").click()
    expect(page.locator(".toast").filter(has_text="Test report sent.")).to_be_visible()
    headers = sent[0].headers
    assert headers["authorization"] == f"Bearer {token}" and "cookie" not in headers
    assert headers["content-digest"].startswith("sha-256=:")
    report = sent[0].post_data_json
    assert (report["format"], report["kind"], report["number"]) == (1, "request", 1)
    assert sent[0].url.endswith(f"/runs/{report['run']}/reports/1")


def test_the_server_says_why_it_refuses_a_test_report(new_page, server, mara):
    page = shown(new_page, server, Insight([]), expects=("401", "403", "404"))
    page.get_by_role("button", name="Send a test report…").click()
    dialog(page).get_by_label("Ingest token").fill("wrong")
    dialog(page).get_by_role("button", name="Send test report").click()
    expect(dialog(page).locator(".field-error:not([hidden])")).to_have_text(re.compile(r"\w+ .*\."))


def test_a_viewer_reads_the_reports_and_the_overview(new_page, server, mara):
    server.invite(mara, "viewer")
    insight = Insight(overview=overview(group()))
    page = shown(new_page, server, insight, email=TOMAS)
    expect(page.get_by_text("You have view-only access to Documents.")).to_be_visible()
    expect(row(page, "Crash during Save Document")).to_be_visible()
    assert violations(page) == []
    page.goto(server.page())
    issue = loaded(page).get_by_role("region", name="4 open issues")
    expect(issue.get_by_role("link", name="View report")).to_be_visible()
    expect(issue.get_by_role("button", name="Switch off…")).to_have_attribute("aria-disabled", "true")
    expect(issue.get_by_text("Needs an editor.")).to_be_visible()
    expect(page.get_by_text("An admin of the program can create the token.")).to_be_visible()
    assert violations(page) == []
    insight.groups = []
    page.goto(server.page("reports"))
    expect(page.get_by_text("An admin of the program can create the token that programs need.")).to_be_visible()
    expect(page.get_by_role("button", name="Create ingest token…")).to_have_count(0)


def test_loading_errors_and_an_unreachable_server(new_page, server, mara):
    insight = Insight()
    page = insight.install(opened(new_page, server, server.page("segments"), expects=("500",)))
    insight.holding = True
    page.goto(server.page("reports"))
    expect(page.locator(".bones")).to_be_visible()
    expect(page.locator("[role=status]", has_text="Loading reports")).to_have_count(1)
    assert violations(page) == [] and overflows(page) == 0
    insight.holding, insight.failing = False, True
    page.goto(server.page("reports"))
    expect(page.get_by_text("The server failed.")).to_be_visible()
    insight.failing = False
    # The page may have read again by itself meanwhile.
    page.get_by_role("button", name="Try again").evaluate_all("(buttons) => buttons[0]?.click()")
    expect(row(page, "Crash during Save Document")).to_be_visible()
    with unreachable(page):
        expect(row(page, "Crash during Save Document")).to_be_visible()
        assert violations(page) == []


def test_texts_of_programs_are_never_markup(new_page, server, mara):
    hostile = '<img src=x onerror="window.hurt=1"><b>bold</b>'
    names = {"feature": hostile, "action": hostile}
    page = shown(new_page, server, Insight([group(title=hostile, message=hostile, names=names, place=hostile)]))
    expect(page.locator(".row .strong")).to_have_text(hostile)
    page.locator(".row").click()
    expect(page.locator("main h1")).to_contain_text(hostile)
    assert page.locator("main img, main b").count() == 0
    assert page.evaluate("window.hurt") is None


def test_the_overview_shows_the_worst_issue_and_todays_health(new_page, server, mara):
    mara.set("fast-save", "development", isOn=True)
    insight = Insight(overview=overview(group()))
    page = shown(new_page, server, insight, name="", environment="development")
    issue, health = page.get_by_role("region", name="4 open issues"), page.get_by_role("region", name="Health today")
    expect(issue).to_contain_text("Crash during Save Document in Document Management")
    expect(issue).to_contain_text("47 crashes in 24 hours, 39 people.")
    expect(issue).to_contain_text("Getting worse.")
    for text in ("99.61 %", "usually 99.85 %", "19,860", "11 % above a week ago", "34 %", "on 3.4.1"):
        expect(health).to_contain_text(text)
    issue.get_by_role("link", name="Switch off…").click()
    expect(dialog(page)).to_contain_text("for whom?")

    def show(found):
        insight.overview = found
        page.goto(server.page("", "development"))
        loaded(page)

    versions = [
        {"version": "3.10.0", "sessions": 900, "share": 0.05, "first": 1},
        {"version": "3.10.0-beta.2", "sessions": 6750, "share": 0.34, "first": 2},
    ]
    show(overview(group(suspect=suspect()), versions=versions, covers=covers(lost=12, unsent=3)))
    expect(issue).to_contain_text("Sessions with Fast Save on are affected 68 × as often.")
    expect(health).to_contain_text("on 3.10.0, since")
    expect(health).to_contain_text("12 events lost on the way, 3 messages never sent by programs.")
    assert violations(page) == []
    show(overview())
    expect(page.get_by_role("region", name="No open issues")).to_contain_text("across 19,860 sessions today")
    assert violations(page) == []
    # Before the first session.
    show(overview(covers=covers(sessions=0)))
    expect(page.get_by_role("heading", name="Connect a program")).to_be_visible()
    expect(health).to_have_count(0)


def test_after_a_switch_the_overview_says_whether_it_helped(new_page, server, mara):
    mara.set("fast-save", "development", isOn=True)
    mara.set("fast-save", "development", isOn=False, reason="Crash during Save Document: 47 since 08:52 (report g1)")
    insight = Insight(effect=effect())
    page = insight.install(opened(new_page, server, server.page("segments")))
    done = r"hasn’t recurred since Mara Lindt switched off Fast Save in development, \d\d:\d\d\."
    for others, title in ((0, "No recurring issues"), (3, "4 open issues")):
        insight.overview = overview(group(), groups={"open": 1 + others, "new": 0, "reopened": 0})
        page.goto(server.page("", "development"))
        calm = loaded(page).get_by_role("region", name=title)
        expect(calm).to_contain_text(re.compile(rf"Crash during Save Document {done} The last crash was 2 min ago\."))
        expect(page.locator(".card.harm, .hurt")).to_have_count(0)
        assert violations(page) == [] and overflows(page) == 0
    # In the list, the hours before the switch no longer make it worse.
    page.goto(server.page("reports", "development"))
    expect(row(loaded(page), "Crash during Save Document")).to_contain_text("New in 3.4.1")
    expect(page.get_by_text("Getting worse")).to_have_count(0)
    insight.effect = effect("not")
    page.goto(server.page("", "development"))
    issue = loaded(page).get_by_role("region", name="4 open issues")
    expect(issue).to_contain_text("Mara Lindt switched off Fast Save in development")
    expect(issue).to_contain_text("Getting worse.")
    expect(page.locator(".card.harm")).to_have_count(1)


def test_the_overview_loads_and_remains_while_the_server_is_unreachable(new_page, server, mara):
    insight = Insight(overview=overview(group()))
    page = insight.install(opened(new_page, server, server.page("segments")))
    insight.holding = True
    page.goto(server.page())
    expect(page.locator(".bones")).to_be_visible()
    expect(page.locator("[role=status]", has_text="Loading the overview")).to_have_count(1)
    assert violations(page) == [] and overflows(page) == 0
    insight.holding = False
    page.goto(server.page())
    issue = loaded(page).get_by_role("region", name="4 open issues")
    expect(issue).to_be_visible()
    with unreachable(page):
        expect(issue).to_be_visible()
        assert violations(page) == []


def test_the_list_names_suspects(new_page, server, mara):
    insight = Insight([group(suspect=suspect()), *groups()[1:]])
    page = shown(new_page, server, insight)
    expect(page.locator("#head")).to_contain_text("Suspect")
    named = row(page, "Crash during Save Document").locator(".suspect")
    expect(named).to_have_text("Fast Save on 68 ×")
    insight.groups = [group(suspect=suspect(flag=None, variant=None, version="3.4.1", ratio=None))]
    page.reload()
    expect(named).to_have_text("3.4.1 only with it")


def test_the_command_menu_has_reports_and_their_operations(new_page, server, mara):
    page = shown(new_page, server, Insight(), name="flags")
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill("killed")
    expect(page.get_by_role("option").first).to_contain_text("Killed during Open Document")
    page.keyboard.press("Enter")
    expect(page.locator("main h1")).to_contain_text("Killed during Open Document")
    page.keyboard.press("Control+k")
    for name in (
        "Assign…",
        "Resolve…",
        "Ignore until",
        "Merge…",
        "Split…",
        "Behaviour",
        "Ignored reports",
        "Edit the funnel…",
    ):
        page.get_by_role("combobox").fill(name)
        expect(page.get_by_role("option").first).to_contain_text(name)
    page.get_by_role("combobox").fill("resolve")
    expect(page.get_by_role("option").first).to_contain_text("Resolve…")
    page.keyboard.press("Enter")
    expect(dialog(page).get_by_role("heading", name="Resolve in which version?")).to_be_visible()


def test_the_pages_pass_the_audit_and_fit(new_page, screenshot, server, mara):
    insight = Insight(groups(), overview=overview(group()), behaviour=behaviour())
    for name in ("reports", "reports?state=resolved", "", "behaviour"):
        page = shown(new_page, server, insight, name=name, size=SMALL, theme="dark")
        audit(page, screenshot, f"dashboard-insight-{name.replace('?', '-') or 'overview'}")
