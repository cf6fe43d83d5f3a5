"""The dashboard's pages of experiments: the list with its layers, one in each state, and the form of a new one."""

import re

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_experiments import ESTIMATE, Experiments, compared, experiment, results
from dashboard_insight import behaviour, group, suspect
from dashboard_server import TOMAS, dialog, loaded, opened, unreachable
from insight_calls import Insight
from playwright.sync_api import expect
from test_dashboard_cleanup import send_catalogue


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("editor", "Editor", variants={"classic": "classic", "focused": "focused"})
    mara.set("editor", "development", isOn=True)
    return mara


def shown(new_page, server, experiments, name="experiments", insight=None, environment="development", **options):
    page = opened(new_page, server, server.page("segments", environment), **options)
    experiments.install((insight or Insight(behaviour=behaviour())).install(page))
    page.goto(server.page(name, environment))
    return loaded(page)


def card(page, name):
    return page.get_by_role("region", name=name, exact=True)


def rows(page, name):
    return page.get_by_role("table", name=name, exact=True).get_by_role("row")


def every():
    """A list with everything that it may have."""
    return Experiments(
        experiment(slots=[[0, 5000]]),
        experiment("toolbar", name="New Toolbar", slots=[[5000, 7000]], question=""),
        experiment("search", "draft", name="Search as You Type"),
        experiment("tabs", "ended", name="Tabs", day=30, decision={"arm": "focused"}),
        experiment("held", holdout=True, name="Quarter", share=5),
        results={"editor": results(), "toolbar": results("unreliable"), "tabs": results()},
    )


def test_the_list_has_verdicts_and_the_layers_who_is_in_what(new_page, server, mara):
    page = shown(new_page, server, every())
    running = card(page, "Running").get_by_role("listitem")
    expect(running).to_have_count(2)
    expect(running.filter(has_text="Do people save more?")).to_contain_text("People with “focused” do Save Document")
    expect(running.filter(has_text="Toolbar")).to_contain_text("Unreliable")
    expect(card(page, "Drafts").get_by_role("listitem")).to_contain_text("Draft")
    expect(card(page, "Ended").get_by_role("listitem")).to_contain_text("Everyone got “focused” at its end.")
    bar = card(page, "Who is in what").get_by_role("img")
    expect(bar).to_have_attribute("aria-label", "holdout 5 %, Editor 47.5 %, New Toolbar 19 %, free 28.5 %")
    card(page, "Who is in what").get_by_role("button", name="End the holdout…").click()
    dialog(page).get_by_role("button", name="End", exact=True).click()
    expect(bar).to_have_attribute("aria-label", "Editor 50 %, New Toolbar 20 %, free 30 %")
    card(page, "Who is in what").get_by_role("button", name="New holdout…").click()
    dialog(page).get_by_label("Name").fill("Quarter 4")
    dialog(page).get_by_label("Percent of all people").fill("10")
    dialog(page).get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Start").click()
    expect(bar).to_have_attribute("aria-label", "holdout 10 %, Editor 45 %, New Toolbar 18 %, free 27 %")
    page.get_by_role("link", name="Editor", exact=True).first.click()
    expect(page).to_have_url(re.compile("/experiments/editor$"))
    expect(page.get_by_role("heading", name="Editor", level=1)).to_be_visible()


def test_the_result_is_stated_first_then_its_reasons(new_page, server, mara):
    page = shown(new_page, server, Experiments(experiment(), results={"editor": results()}), "experiments/editor")
    expect(page.get_by_role("heading", name="People with “focused” do Save Document 7.8 % more")).to_be_visible()
    expect(page.locator("#facts")).to_have_text("Running, day 11")
    first = rows(page, "Result").nth(1)
    expect(first).to_contain_text("Save Document per personfocused 5.41 vs. 5.02")
    expect(first).to_contain_text("+7.8 %+3.9 to +11.7Clearly better")
    guardrails = rows(page, "Guardrails")
    # A guardrail that is above 0 and within its margin isn't harm.
    expect(guardrails.filter(has_text="Time of Open Document")).to_contain_text("212 ms vs. 209 ms")
    expect(guardrails.filter(has_text="Time of Open Document")).to_contain_text("Within +5 %")
    expect(guardrails.locator(".interval.over")).to_have_count(0)
    narrows = card(page, "How the interval narrows")
    expect(narrows.get_by_role("img")).to_have_attribute("aria-label", re.compile("focused compared with classic"))
    expect(narrows.locator(".event-mark")).to_have_text(re.compile(r"^above 0 since day \d+$"))
    expect(rows(page, "Participants by variant").nth(2)).to_have_text("focused4,57150.1 %")
    expect(card(page, "Participants")).to_contain_text("3 had two variants and count in neither.")
    expect(rows(page, "What else changed").nth(1)).to_contain_text("Insert Imagewith focused")
    expect(rows(page, "Version").nth(1)).to_contain_text("3.4.11,100 classic, 998 focused people")
    expect(card(page, "Setup")).to_contain_text("Takes parteveryone")


def test_a_mismatch_and_harm_say_where_to_look(new_page, server, mara):
    crash = group(flags=["editor"], suspect=suspect(flag="editor", variant="focused"))
    experiments = Experiments(experiment(), results={"editor": results("unreliable")})
    page = shown(new_page, server, experiments, "experiments/editor", Insight([crash], behaviour=behaviour()))
    mismatch = card(page, "Sample ratio mismatch")
    expect(mismatch).to_contain_text("Expected 50 to 50, got 45.9 to 54.1: 4,184 and 4,936 people.")
    expect(mismatch).to_contain_text("less than once in 10,000 times")
    expect(mismatch).to_contain_text("The largest gap is in version 3.4.0: 71 to 29.")
    expect(page.locator("#facts")).to_have_text("Unreliable")
    expect(rows(page, "Result").nth(1)).to_contain_text("Unreliable")
    expect(page.locator(".interval:is(.over, .fine)")).to_have_count(0)
    expect(card(page, "Next").get_by_role("button", name=re.compile("^Ship"))).to_have_count(0)
    experiments.results["editor"] = results("harmed")
    page.reload()
    expect(rows(loaded(page), "Guardrails").filter(has_text="Abnormal exits")).to_contain_text("Beyond +5 %")
    expect(page.locator(".interval.over")).to_have_count(1)
    page.get_by_role("region", name="“focused” ends abnormally").get_by_role("link", name=crash["title"]).click()
    expect(page).to_have_url(re.compile("/reports/g1$"))


def test_others_that_change_the_difference_and_whether_it_held_are_beside_the_result(
    new_page, screenshot, server, mara
):
    experiments = Experiments(experiment(), experiment("bar", name="Toolbar"), results={"editor": results()})
    dependence = {"experiment": "bar", "phase": 1, "arm": "focused", "otherArm": "wide", "with": 0.21,
                  "without": 0.014, "probability": 0.002}  # fmt: skip
    experiments.interactions |= {"hasOthers": True, "people": 4120}
    page = shown(new_page, server, experiments, "experiments/editor")
    found = card(page, "Interactions")
    expect(found).to_contain_text("No other experiment is known to change this difference, by 4,120 people")
    expect(card(page, "Since everyone has it")).to_have_count(0)
    experiments.interactions["interactions"] = [dependence]
    experiments.found[0]["value"] |= {"state": "ended", "decision": {"arm": "focused"}}
    experiments.shipped = {"kind": "held", "days": 6, "people": 3900, "expected": 0.078, "relative": 0.071,
                           "lower": 0.02, "upper": 0.122}  # fmt: skip
    page.reload()
    expect(found).to_contain_text("“focused”: +21.0 % with “wide” of Toolbar, +1.4 % without")
    held = card(loaded(page), "Since everyone has it")
    expect(page.locator("#result, #shipped")).to_have_text([re.compile("^People with"), "Since everyone has it"])
    expect(held).to_contain_text("It held: people who had the control changed")
    row = rows(page, "Whether the difference held").nth(2)
    expect(row).to_contain_text("Change afterwards6 days before and after, 3,900 peopleExcludes 0+7.1 %+2.0 to +12.2")
    assert violations(page) == []
    screenshot(page, "dashboard-experiment-after")
    page.set_viewport_size({"width": 390, "height": 844})
    assert not overflows(page)
    experiments.interactions["isComparable"], experiments.shipped["kind"] = False, "lost"
    page.reload()
    expect(found).to_contain_text("Not known for this metric")
    expect(held).to_contain_text("It didn’t hold")


def test_a_better_variant_is_shipped_and_can_be_rolled_out_otherwise(new_page, screenshot, server, mara):
    found = results()
    for one in found["metrics"]:
        if one["role"] == "guardrail":
            one["comparisons"] = [compared(None, None, None, "waiting")]
    experiments = Experiments(experiment(), results={"editor": found})
    page = shown(new_page, server, experiments, "experiments/editor")
    card(page, "Next").get_by_role("button", name="Ship “focused”…").click()
    note = dialog(page).locator(".note.warning")
    unknown = "No guardrail is compared yet, so whether “focused” does harm isn’t known: Abnormal exits"
    expect(note).to_contain_text(unknown)
    audit(page, screenshot, "dashboard-experiment-ship")
    dialog(page).get_by_role("radio", name="Everyone gets “classic”").check()
    expect(note).to_have_count(0)
    experiments.results["editor"] = results()
    page.reload()
    loaded(page)
    card(page, "Next").get_by_role("button", name="Ship “focused”…").click()
    expect(dialog(page).get_by_role("radio", name="Everyone gets “focused”")).to_be_checked()
    expect(note).to_have_count(0)
    expect(dialog(page)).to_contain_text("Save Document per person: +7.8 %, +3.9 to +11.7")
    expect(dialog(page).locator("ins").filter(has_text="ended")).to_be_visible()
    dialog(page).get_by_label("Reason").fill("People save more")
    dialog(page).get_by_role("button", name="Ship “focused”").click()
    expect(page.locator(".toast").filter(has_text="Editor ended.")).to_be_visible()
    operation, content = experiments.sent[-1]
    assert (operation, content["arm"], content["reason"]) == ("end", "focused", "People save more")
    expect(card(page, "Next")).to_contain_text("Everyone got “focused” at its end.")
    experiments.found = [experiment(state="ended", decision={"arm": None})]
    page.reload()
    loaded(page)
    expect(card(page, "Next")).to_contain_text("No variant was chosen")
    card(page, "Next").get_by_role("button", name="Roll out “focused” in steps…").click()
    expect(dialog(page).get_by_label("Variant", exact=True)).to_have_value("focused")
    expect(dialog(page).get_by_label("Instead of")).to_have_value("classic")


BOUND = {"people": 100_000, "isReached": True}


def test_a_running_experiment_continues_and_takes_in_more_people(new_page, server, mara):
    experiments = Experiments(
        experiment(share=20, phase=2), results={"editor": results("inconclusive", phase=2, bound=BOUND)}
    )
    page = shown(new_page, server, experiments, "experiments/editor")
    card(page, "Next").get_by_role("button", name="Larger share…").click()
    dialog(page).get_by_label("Percent that take part").fill("20")
    dialog(page).get_by_role("button", name="Review…").click()
    expect(dialog(page).get_by_text("A whole number from 21 to 100.")).to_be_visible()
    dialog(page).get_by_label("Percent that take part").fill("60")
    dialog(page).get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Save").click()
    expect(card(page, "Setup")).to_contain_text("60 %")
    card(page, "Next").get_by_role("button", name="Continue longer…").click()
    dialog(page).get_by_label("Days from the start").fill("40")
    dialog(page).get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert experiments.edits[-1]["set"] == {"days": 40}
    # Invented people are shown, and removed by their version.
    expect(card(page, "Participants")).to_contain_text("The limit of 100,000 people is reached")
    card(page, "Next").get_by_role("button", name="Leave sessions out…").click()
    dialog(page).get_by_label("Version").fill("9.9.9")
    dialog(page).get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Leave out").click()
    expect(card(page, "Setup")).to_contain_text("version 9.9.9")
    operation, content = experiments.sent[-1]
    assert (operation, content["phase"], content["version"]) == ("exclude", 2, "9.9.9") and "from" not in content
    # Phases are never pooled: an earlier one has its own page.
    card(page, "History").get_by_role("link", name="Phase 1").click()
    expect(card(page, "Next")).to_contain_text("These are the figures of an earlier phase.")
    assert ("editor/results", {"phase": ["1"]}) in experiments.asked


def test_the_page_follows_while_sessions_arrive(new_page, server, mara):
    experiments = Experiments(experiment(day=1))
    page = opened(new_page, server, server.page("segments", "development"), expects=("404",))
    experiments.install(Insight().install(page))
    page.clock.install()
    page.goto(server.page("experiments/editor", "development"))
    expect(loaded(page).get_by_role("heading", name="No results yet")).to_be_visible()
    absence = card(page, "Why no one takes part")
    expect(absence).to_contain_text("No session with the flag Editor has arrived since the start.")
    experiments.results["editor"] = results("waiting")
    page.clock.fast_forward(60_000)
    expect(page.get_by_role("heading", name="Too few people yet")).to_be_visible()
    waiting = page.get_by_text(re.compile(r"Not compared yet: Save Document per person.* \(too few people yet\)\."))
    expect(waiting).to_be_visible()
    expect(absence).to_have_count(0)
    page.get_by_role("button", name="Continue longer…").focus()
    experiments.results["editor"] = results()
    page.clock.fast_forward(60_000)
    expect(page.get_by_role("heading", name=re.compile("7.8 % more"))).to_be_visible()
    expect(page.get_by_role("button", name="Continue longer…")).to_be_focused()


def test_a_company_experiment_without_its_attribute_says_so(new_page, screenshot, server, mara):
    found = results("waiting")
    for arm in found["arms"]:
        arm |= {"people": 0, "share": None}
    experiments = Experiments(experiment(unit="company", day=1), results={"editor": found | {"mixed": 0}})
    insight = Insight()
    insight.exposure = {"variants": [{"variant": "classic", "sessions": 40}]}
    page = shown(new_page, server, experiments, "experiments/editor", insight)
    absence = card(page, "Why no one takes part")
    expect(absence).to_contain_text("40 sessions had the flag Editor, and none a variant of the experiment.")
    expect(absence).to_contain_text("attribute “company”? Without it, no one takes part. No program declares it")
    asked = [query for path, query in insight.asked if path == "exposure"]
    assert asked[0]["flag"] == "editor" and asked[0]["hours"] in ("9", "10")
    audit(page, screenshot, "dashboard-experiment-absence")


def test_a_draft_is_planned_from_what_people_did_and_started(new_page, screenshot, server, mara):
    labels = {"identifier": "printLabels", "type": "App.PrintLabels", "name": "Print Labels", "published": True,
              "amount": "pages"}  # fmt: skip
    place = {"path": "App/Print", "identifier": "Print", "type": "App.Print", "name": "Printing"}
    declared = {**place, "kind": "feature", "visible": True, "actions": [labels]}
    send_catalogue(server, mara, features=[declared])
    needed = [{"effect": 0.02, "days": None}, {"effect": 0.05, "days": 40}, {"effect": 0.1, "days": 5}]
    experiments = Experiments(estimate={**ESTIMATE, "needed": needed})
    # Without a session there are no results.
    page = shown(new_page, server, experiments, expects=("404",))
    expect(page.get_by_role("heading", name="No experiments yet")).to_be_visible()
    page.locator(".state").get_by_role("button", name="New experiment…").click()
    form = dialog(page)
    form.get_by_role("button", name="Review…").click()
    expect(form.get_by_label("Name", exact=True)).to_be_focused()
    expect(form.get_by_text("Select an action.")).to_be_visible()
    form.get_by_label("Name", exact=True).fill("Editor")
    expect(form.get_by_label("Key")).to_have_value("editor")
    warning = form.get_by_role("alert").filter(has_text="again to discard what you entered")
    page.keyboard.press("Escape")
    expect(warning).to_be_visible()
    form.get_by_label("Flag", exact=True).select_option(label="Editor")
    expect(warning).to_have_count(0)
    form.get_by_role("button", name="Cancel").click()
    expect(warning).to_be_visible()
    expect(form.get_by_label("Control", exact=True)).to_have_value("classic")
    expect(form.get_by_label("focused")).to_be_checked()
    expect(form.get_by_text("Choose a flag and a primary metric.")).to_be_visible()
    # Declared actions can be measured before anyone performed them.
    choices = form.get_by_label("Action of the primary metric")
    expect(choices.locator("optgroup[label=Printing]")).to_have_text("Print Labels")
    choices.select_option(label="Save Document")
    form.get_by_label("Measure of the primary metric").select_option(label="Times per person")
    plan = form.get_by_role("region", name="Plan from the last 28 days")
    expect(plan).to_contain_text("820 people a day take part, 22,960 in 28 days.")
    expect(plan.get_by_role("listitem")).to_have_text(
        ["2 % takes longer than a year", "5 % in 40 daysafter the end", "10 % in 5 days"]
    )
    plan.get_by_role("button", name="Run 1,000 A/A tests").click()
    expect(plan).to_contain_text("31 of 1,000 claim a difference that isn’t there.")
    expect(plan.get_by_role("img")).to_have_attribute("aria-label", re.compile("in 1,000 random splits"))
    audit(page, screenshot, "dashboard-experiment-form")
    assert form.evaluate("(dialog) => dialog.scrollWidth - dialog.clientWidth") == 0
    page.set_viewport_size({"width": 1360, "height": 850})
    form.get_by_role("group", name="Guardrails").get_by_role("button", name="Metric").click()
    form.get_by_label("Action of metric 1 of guardrails").select_option(label="Open Document")
    form.get_by_label("Measure of metric 1 of guardrails").select_option(label="Time that 90 % are below")
    expect(form.get_by_label("Direction of metric 1 of guardrails")).to_have_value("decrease")
    form.get_by_text("More: secondary metrics").click()
    form.get_by_role("group", name="Secondary metrics").get_by_role("button", name="Metric").click()
    first = form.get_by_label("Action of metric 1 of secondary metrics")
    first.select_option(label="Save Document")
    kinds = form.get_by_label("Measure of metric 1 of secondary metrics")
    expect(kinds.locator("option", has_text="Amount per person")).to_have_count(0)
    first.select_option(label="Print Labels")
    expect(kinds.locator("option", has_text="Amount per person")).to_have_count(1)
    kinds.select_option(label="Back on one day")
    form.get_by_label("Days later of metric 1 of secondary metrics").fill("40")
    form.get_by_role("button", name="Review…").click()
    expect(form.get_by_text("A whole number of days later, from 1 to 28.")).to_be_visible()
    expect(form.locator("[aria-invalid]")).to_have_count(1)
    expect(form.get_by_label("Days later of metric 1 of secondary metrics")).to_have_attribute("aria-invalid", "true")
    kinds.select_option(label="Share of people who do it, then another action")
    form.get_by_role("button", name="Review…").click()
    expect(form.get_by_text("Select the other action.")).to_be_visible()
    form.get_by_label("Then of metric 1 of secondary metrics").select_option(label="Save Document")
    # The server's refusal is beside the field that it names.
    refusal = {"kind": "experiment", "name": "editor", "environment": "development", "path": "share"}
    unknown = {**refusal, "path": "$.guardrails", "message": "The metric is known 8 days after an exposure."}
    experiments.diagnostics = [{**refusal, "message": "Only 40 % of the layer is free."}, unknown]
    form.get_by_role("button", name="Review…").click()
    expect(form.get_by_text("Only 40 % of the layer is free.")).to_be_visible()
    expect(form.get_by_label("Percent that take part")).to_have_attribute("aria-invalid", "true")
    expect(form.get_by_label("Percent that take part")).to_be_focused()
    expect(form.locator("fieldset.metrics [aria-invalid]")).to_have_attribute("aria-label", re.compile("^Measure of"))
    experiments.diagnostics = []
    form.get_by_label("Percent that take part").fill("40")
    form.get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Save draft").click()
    expect(page.get_by_role("heading", name="Editor", level=1)).to_be_visible()
    [edit] = experiments.edits
    primary = {"feature": "App/Documents", "action": "saveDocument", "measure": "count", "direction": "increase"}
    guardrail = {"feature": "App/Documents", "action": "openDocument", "measure": "duration", "direction": "decrease"}
    then = {"feature": "App/Documents", "action": "saveDocument"}
    sequence = {"feature": "App/Print", "action": "printLabels", "measure": "sequence", "direction": "increase"}
    sequence["then"] = then
    assert edit == {
        "kind": "experiment", "name": "editor", "environment": "development", "base": 0,
        "create": {
            "name": "Editor", "flag": "editor", "arms": ["classic", "focused"], "share": 40, "primary": primary,
            "guardrails": [{**guardrail, "quantile": 0.9, "margin": 0.05}], "secondary": [sequence], "days": 28,
            "state": "draft",
        },
    }  # fmt: skip
    expect(page.get_by_role("region", name="Plan from the last 28 days")).to_contain_text("820 people a day")
    card(page, "Next").get_by_role("button", name="Start…").click()
    expect(dialog(page)).to_contain_text("About 820 people a day take part")
    dialog(page).get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="No results yet")).to_be_visible()
    assert experiments.sent[-1][0] == "start"


def test_an_edit_sends_what_differs_and_survives_a_refused_plan(new_page, server, mara):
    draft = experiment(state="draft", weights=[1, 3], secondary=[{"measure": "retention", "direction": "increase"}])
    toolbar = experiment("toolbar", name="Toolbar", slots=[[0, 3000]])
    experiments = Experiments(draft, toolbar, experiment("held", holdout=True, name="Quarter", share=5))
    page = shown(new_page, server, experiments, "experiments/editor", expects=("400",))
    full = "It needs 100 % of the default layer, which has 70 % free: Toolbar has 30 %. Use a smaller share"
    expect(card(page, "Not started").locator(".note")).to_contain_text(full)
    expect(card(page, "Not started").get_by_role("link", name="Toolbar")).to_be_visible()
    card(page, "Next").get_by_role("button", name="Edit…").click()
    form = dialog(page)
    expect(form.get_by_role("status").filter(has_text=full)).to_be_visible()
    share = form.get_by_label("Percent that take part")
    expect(share).to_have_accessible_description(re.compile("^Of everyone but the holdout “Quarter”: 5 % of people"))
    share.fill("70")
    expect(form.get_by_role("status").filter(has_text="It needs")).to_have_count(0)
    experiments.refusal = {"code": "bad-request", "message": "The attribute is unknown."}
    form.get_by_label("Days at most").fill("20")
    expect(form.get_by_text("The attribute is unknown.")).to_be_visible()
    experiments.refusal = None
    form.get_by_role("button", name="Try again").click()
    expect(form.get_by_text("820 people a day")).to_be_visible()
    experiments.estimate = {**ESTIMATE, "peoplePerDay": 0}
    experiments.rehearsal = {"runs": 1000, "claims": 0, "people": 0, "relatives": []}
    form.get_by_label("Days at most").fill("14")
    expect(form.get_by_text("Nothing is known yet")).to_be_visible()
    form.get_by_role("button", name="Run 1,000 A/A tests").click()
    expect(form.get_by_text("There is nothing to split yet")).to_be_visible()
    experiments.rehearsal["people"] = 148
    form.get_by_role("button", name="Run 1,000 A/A tests").click()
    expect(form.get_by_text("this metric doesn’t differ among the 148 people of the last 14 days.")).to_be_visible()
    form.get_by_text("More: secondary metrics, layer, unit").click()
    form.get_by_label("Split by attribute").fill("plan")
    expect(form.get_by_text("there is nothing to plan from")).to_be_visible()
    expect(form.get_by_role("button", name="Run 1,000 A/A tests")).to_be_disabled()
    form.get_by_role("button", name="Review…").click()
    dialog(page).get_by_role("button", name="Save").click()
    expect(card(page, "Setup")).to_contain_text("at most 14 days")
    [edit] = experiments.edits
    assert edit["set"] == {"share": 70, "unit": "plan", "days": 14}


def test_every_state_passes_the_audit_and_fits(new_page, screenshot, server, mara):
    experiments = every()
    page = shown(new_page, server, experiments, size=SMALL, theme="dark")
    expect(card(page, "Ended").get_by_role("listitem")).to_contain_text("People with")
    audit(page, screenshot, "dashboard-experiments")
    for kind in ("better", "harmed", "inconclusive", "unreliable", "waiting"):
        experiments.results["editor"] = results(kind)
        page.goto(server.page("experiments/editor", "development"))
        expect(loaded(page).locator("#result")).to_be_visible()
        # Marks that stand beyond the frame scroll with its content, not with the whole page.
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        audit(page, screenshot, f"dashboard-experiment-{kind}")
    for name, seen in (("search", "820 people a day"), ("tabs", "7.8 % more"), ("missing", "No such experiment")):
        page.goto(server.page(f"experiments/{name}", "development"))
        expect(page.get_by_text(seen)).to_be_visible()
        audit(loaded(page), screenshot, f"dashboard-experiment-{name}")
    with unreachable(page):
        assert violations(page) == [] and overflows(page) == 0
    experiments.holding = True
    page.goto(server.page("experiments", "development"))
    expect(page.locator(".bones").first).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0


def test_a_flag_says_that_it_is_part_of_an_experiment_which_the_menu_opens(new_page, server, mara):
    experiments = every()
    page = shown(new_page, server, experiments, "changes", expects=("404",))
    page.route(re.compile(r"/items$"), experiments.items)
    page.goto(server.page("flags/editor", "development"))
    notes = page.locator(".note").filter(has_text="Part of the experiment")
    expect(notes).to_have_count(2)
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Action, flag, report or page").fill("search as you")
    expect(dialog(page).get_by_role("option")).to_have_text(re.compile("^Search as You Type"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Search as You Type", level=1)).to_be_focused()


def test_a_viewer_reads_and_changes_nothing(new_page, server, mara):
    server.invite(mara, "viewer")
    page = shown(new_page, server, every(), "experiments/editor", email=TOMAS)
    expect(page.get_by_role("button", name="Ship “focused”…")).to_have_attribute("aria-disabled", "true")
    expect(card(page, "Next")).to_contain_text("Experiments in development are changed by its editors.")
    expect(page.get_by_role("button", name="End…")).to_have_count(0)
    page.goto(server.page("experiments?open=new", "development"))
    expect(card(loaded(page), "Running")).to_be_visible()
    expect(page.get_by_role("button", name="New experiment")).to_have_count(0)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert violations(page) == []


def test_narrow_screens_reach_experiments_by_the_menu(new_page, server, mara):
    page = shown(new_page, server, Experiments(), "changes", size=SMALL)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitemradio", name="Experiments").click()
    expect(page.get_by_role("heading", name="No experiments yet")).to_be_visible()
