"""The dashboard's page of behaviour: usage, failures, a funnel, what follows what, refusals, unused features."""

import re

from conftest import SMALL, audit, overflows, violations
from dashboard_insight import behaviour, covers, untested
from dashboard_server import TOMAS, dialog, loaded, opened, unreachable
from insight_calls import Insight
from playwright.sync_api import expect


def shown(new_page, server, insight, name="behaviour", **options):
    page = insight.install(opened(new_page, server, server.page("segments"), **options))
    page.goto(server.page(name))
    return loaded(page)


def card(page, name):
    return page.get_by_role("region", name=name, exact=True)


def test_the_page_shows_what_people_use_and_what_fails(new_page, server, mara):
    page = shown(new_page, server, Insight(behaviour=behaviour()))
    expect(page.locator("#facts")).to_have_text("161,400 sessions from about 18,240 people, 7 days")
    usage = page.get_by_role("table", name="Feature usage").get_by_role("row")
    expect(usage.nth(1)).to_have_text("Document Management17,69097 %11 min1.2 %")
    expect(usage.nth(3)).to_have_text("Export4,11023 %40 s1.9 %")
    failures = card(page, "Failures")
    expect(failures.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("ended abnormally, per day: .*0.3 %")
    )
    expect(failures.get_by_role("link", name="Crash during Save Document")).to_have_attribute(
        "href", re.compile("/reports/g1$")
    )
    expect(failures).to_contain_text("Save failed: StorageError980.1 %")
    # Without a report there is no link.
    linked = ["Crash during Save Document", "Save Document failed: TimeoutError"]
    expect(failures.get_by_role("link")).to_have_text(linked)
    expect(failures.get_by_role("link", name=linked[1])).to_have_attribute("href", re.compile("/reports/g7$"))
    expect(failures).to_contain_text("Save Document failed: TimeoutError Document Management")
    refusals = page.get_by_role("table", name="Refusals by reason")
    # The first has a name of the catalogue.
    expect(refusals.get_by_role("row").nth(1)).to_have_text("Share SheetNeeds Premium214")
    expect(refusals.get_by_role("row").nth(2)).to_contain_text("ExportWaiting for flags")
    expect(card(page, "Unused features")).to_contain_text("Print Labels")
    expect(card(page, "Unused features")).to_contain_text("Batch Export 4 people")
    expect(page.get_by_role("table", name="Actions").get_by_role("row").nth(1)).to_contain_text("Save Document")


def test_period_and_version_are_in_the_address(new_page, server, mara):
    insight = Insight(behaviour=behaviour())
    page = shown(new_page, server, insight)
    page.get_by_role("button", name="24 h").click()
    expect(page.get_by_role("button", name="24 h")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Version").select_option("3.4.0")
    expect(page).to_have_url(re.compile("hours=24&version=3.4.0"))
    page.reload()
    expect(loaded(page).get_by_label("Version")).to_have_value("3.4.0")
    asked = [query for path, query in insight.asked if path == "behaviour"]
    assert asked[-1] == {"hours": "24", "version": "3.4.0"}


def test_a_funnel_is_composed_of_actions(new_page, server, mara):
    insight = Insight(behaviour=behaviour())
    page = shown(new_page, server, insight)
    expect(card(page, "Funnel")).to_contain_text("Choose two or more actions")
    card(page, "Funnel").get_by_role("button", name="Edit…").click()
    dialog(page).get_by_label("Step 1", exact=True).select_option(label="Open Document, 12,000 times")
    dialog(page).get_by_label("Step 2", exact=True).select_option(label="Open Document, 12,000 times")
    dialog(page).get_by_role("button", name="Show funnel").click()
    expect(dialog(page).get_by_text("Each action can be one step only.")).to_be_visible()
    dialog(page).get_by_label("Step 2", exact=True).select_option(label="Save Document, 13,880 times")
    dialog(page).get_by_role("button", name="Add a step").click()
    dialog(page).get_by_label("Step 3", exact=True).select_option(label="Export, 2,920 times")
    assert violations(page) == []
    dialog(page).get_by_role("button", name="Show funnel").click()
    funnel = card(page, "From Open Document to Export")
    expect(funnel.get_by_role("listitem")).to_have_text(
        ["Open Document4,110", "Save Document3,540−14 %", "Export905−74 %"]
    )
    expect(funnel).to_contain_text("Estimated from 2,000 of 161,400 sessions.")
    page.reload()
    expect(card(loaded(page), "From Open Document to Export")).to_be_visible()


def test_a_selected_action_has_its_next_actions(new_page, server, mara):
    insight = Insight(behaviour=behaviour())
    page = shown(new_page, server, insight)
    following = card(page, "Next actions")
    expect(following.get_by_role("listitem")).to_have_text(
        ["Close Document41 %", "Save Document33 %", "Ended abnormally1.0 %"]
    )
    expect(following).to_contain_text("13,880 times in this period. 25 % did something else, or nothing.")
    with page.expect_request(re.compile("/behaviour/next\\?.*action=openDocument")):
        following.get_by_label("Action").select_option("Open Document")
    expect(following.get_by_role("listitem")).to_have_count(3)
    expect(following.get_by_label("Action")).to_have_value("App/Documents:openDocument")


def action(name, feature="App/Documents", **other):
    return {"feature": feature, "action": name, "name": None, **other}


UNTESTED = untested(
    actions=[action("printLabels", "App/Print", people=214, peopleAreEstimated=False, count=300)],
    outcomes=[
        action("saveDocument", outcome="failure", error="StorageError", count=98),
        action("openDocument", outcome="cancellation", count=12),
    ],
    successions=[{"from": action("openDocument"), "to": action("export", "App/Export"), "count": 41}],
    variants=[{"flag": "fast-save", "variant": "on", "people": 18_000, "peopleAreEstimated": True, "count": 20_000}],
    refusals=[
        {"feature": f"App/F{n}", "name": f"Feature {n}", "reason": "Needs Premium", "people": 130 - n, "count": 200 - n}
        for n in range(130)
    ],
)


def test_what_no_test_does_is_listed_by_kind(new_page, server, mara):
    insight = Insight(behaviour=behaviour())
    insight.untested = UNTESTED
    page = shown(new_page, server, insight)
    found = card(page, "Untested")
    expect(found).to_contain_text("by the tests of 3.4.1, sent 2 h ago")
    rows = found.get_by_role("row")
    expect(rows).to_have_text(["ActionsPeopleSessions", "Print Labels Print214300"])
    kind = found.get_by_label("Kind")
    expect(kind.get_by_role("option")).to_have_text(
        ["Actions, 1", "Outcomes, 2", "Successions, 1", "Variants, 1", "Refusals, 130"]
    )
    kind.focus()
    kind.select_option("outcomes")
    expect(rows.nth(1)).to_have_text("Save Document failed: StorageError Document Management98")
    reports = re.compile("/reports\\?text=StorageError&state=all")
    expect(found.get_by_role("link").nth(0)).to_have_attribute("href", reports)
    expect(rows.nth(2)).to_contain_text("Open Document was cancelled")
    expect(kind).to_be_focused()
    kind.select_option("variants")
    expect(rows.nth(1)).to_have_text("fast-save onabout 18,00020,000")
    expect(found.get_by_role("link")).to_have_attribute("href", re.compile("/flags/fast-save$"))
    kind.select_option("refusals")
    expect(rows).to_have_count(11)
    found.get_by_role("button", name="First 100").click()
    expect(rows).to_have_count(101)
    expect(found).to_contain_text("30 more aren’t shown.")
    page.reload()
    expect(found.get_by_label("Kind")).to_have_value("refusals")
    # The action of a line is that whose followers are shown, in the same period.
    page.get_by_role("button", name="24 h").click()
    kind.select_option("successions")
    found.get_by_role("link", name="Open Document, then Export").click()
    expect(card(page, "Next actions").get_by_label("Action")).to_have_value("App/Documents:openDocument")
    expect(page).to_have_url(re.compile("hours=24"))
    assert [query for path, query in insight.asked if path == "untested"][-1] == {"hours": "24"}


def test_without_tests_the_card_says_how_they_are_sent(new_page, server, mara):
    insight = Insight(behaviour=behaviour())
    page = shown(new_page, server, insight)
    found = card(page, "Untested")
    expect(found).to_contain_text("No tests were sent yet.")
    command = f"firesteel coverage --tests runs/tests --send {server.origin} --tested-version"
    expect(found.get_by_role("group", name="Commands for CI")).to_contain_text(f"{command} 1.0")
    insight.untested = {**untested(), "versions": ["3.4.1", "3.3"]}
    page.get_by_label("Version").select_option("3.4.0")
    expect(found).to_contain_text("No tests were sent for 3.4.0.")
    expect(found).to_contain_text(f"{command} 3.4.0")
    expect(found).to_contain_text("There are tests of 3.4.1, 3.3.")
    insight.untested = untested(actions=[])
    page.reload()
    expect(found).to_contain_text("Tests do everything that people did in this period.")
    assert violations(page) == []


def test_untested_that_cant_be_read_leaves_the_rest(new_page, server, mara):
    insight = Insight(behaviour=behaviour())
    insight.untested = None
    page = insight.install(opened(new_page, server, server.page("segments"), expects=("404",)))
    page.goto(server.page("behaviour"))
    expect(card(loaded(page), "Untested")).to_contain_text("There is nothing here.")
    expect(card(page, "Feature usage")).to_be_visible()
    assert violations(page) == []


def test_states_without_figures(new_page, server, mara):
    insight = Insight(behaviour=behaviour())
    page = insight.install(opened(new_page, server, server.page("segments"), expects=("500",)))
    insight.holding = True
    page.goto(server.page("behaviour"))
    expect(page.locator(".bones").first).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0
    insight.holding, insight.failing = False, True
    page.goto(server.page("behaviour"))
    expect(page.get_by_text("The server failed.")).to_be_visible()
    insight.failing, insight.behaviour = False, behaviour(covers=covers(sessions=0, people=0))
    # The page may have read again meanwhile, when its stream connected: the button has then disappeared.
    page.get_by_role("button", name="Try again").evaluate_all("all => all.forEach((one) => one.click())")
    expect(page.get_by_role("heading", name="No sessions yet")).to_be_visible()
    assert violations(page) == []
    insight.behaviour = behaviour()
    page.reload()
    expect(card(loaded(page), "Feature usage")).to_be_visible()
    with unreachable(page):
        expect(card(page, "Feature usage")).to_be_visible()
        assert violations(page) == [] and overflows(page) == 0


def test_a_viewer_sees_the_page_which_passes_the_audit_and_fits(new_page, screenshot, server, mara):
    server.invite(mara, "viewer")
    steps = "App/Documents:openDocument,App/Documents:saveDocument,App/Export:export"
    look = {"name": f"behaviour?funnel={steps}", "size": SMALL, "theme": "dark"}
    insight = Insight(behaviour=behaviour())
    insight.untested = UNTESTED
    page = shown(new_page, server, insight, email=TOMAS, **look)
    expect(card(page, "Feature usage")).to_be_visible()
    expect(card(page, "From Open Document to Export").get_by_role("listitem")).to_have_count(3)
    expect(card(page, "Untested").get_by_role("row")).to_have_count(2)
    audit(page, screenshot, "dashboard-behaviour")
