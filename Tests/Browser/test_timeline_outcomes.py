"""The outcomes of the timeline: each can be selected, alone and with others, by mouse and by keyboard."""

import re

import pytest
from conftest import NARROW, overflows, violations
from earlier_runs import earlier_runs
from inspector import ready
from playwright.sync_api import expect
from program import used_program

WORDS = ["Any outcome", "Success", "Success, closed the stack", "Failure", "Failure, closed the stack", "Cancelled"]


@pytest.fixture
def fixture():
    with used_program(runs=earlier_runs()) as found:
        found.add(1, outcome="failure")
        found.add(1, outcome="failure-closing")
        found.add(1, outcome="in-flight")
        yield found


@pytest.fixture
def page(new_page, fixture):
    return ready(new_page(fixture.address("timeline")), "timeline")


def control(page):
    return page.get_by_role("button", name=re.compile("^Outcome:"))


def item(page, name):
    role = "menuitemradio" if name == "Any outcome" else "menuitemcheckbox"
    return page.get_by_role(role, name=re.compile(rf"^{name}( [\d,]+)?$"))


def wait_for_marks(page, *names):
    """Waits until the rows in view have these marks and no others."""
    page.wait_for_function(
        """names => {
            const marks = [...document.querySelectorAll(".rows .row > .mark")].map(mark => [...mark.classList].at(-1));
            return [...new Set(marks)].sort().join() === names && !document.querySelector(".rows .row.waiting");
        }""",
        arg=",".join(sorted(names)),
    )


def test_the_menu_has_every_outcome_with_its_mark_and_label(page):
    expect(control(page)).to_have_text("Outcome: any")
    control(page).click()
    menu = page.get_by_role("menu", name="Outcome")
    assert menu.locator(".menu-item .clip").all_inner_texts() == [*WORDS, "In flight", "Unknown"]
    assert menu.locator(".menu-item .mark").count() == 7
    assert menu.get_by_role("menuitemcheckbox", name="In flight").locator(".count").inner_text() == "1"
    assert item(page, "Any outcome").get_attribute("aria-checked") == "true"
    assert violations(page) == []


@pytest.mark.parametrize(
    "name, mark, label",
    [
        ("Success", "success", "Outcome: success"),
        ("Success, closed the stack", "closing", "Outcome: success, closed the stack"),
        ("Cancelled", "cancelled", "Outcome: cancelled"),
        ("Failure, closed the stack", "failure-closing", "Outcome: failure, closed the stack"),
        ("In flight", "in-flight", "Outcome: in flight"),
    ],
)
def test_an_outcome_filters_the_list_and_is_in_the_address(page, name, mark, label):
    control(page).click()
    item(page, name).click()
    wait_for_marks(page, mark)
    assert f"outcome={mark}" in page.url
    expect(control(page)).to_have_text(label)


def test_several_outcomes_are_selected_and_cleared_together(page):
    control(page).click()
    item(page, "Cancelled").click()
    expect(item(page, "Cancelled")).to_have_attribute("aria-checked", "true")
    item(page, "In flight").click()
    expect(control(page)).to_have_text("Outcome: 2 selected")
    wait_for_marks(page, "cancelled", "in-flight")
    item(page, "Any outcome").click()
    expect(control(page)).to_have_text("Outcome: any")
    expect(page.get_by_role("menu", name="Outcome")).to_be_hidden()
    assert "outcome=" not in page.url


def test_failures_include_those_that_closed_their_stack(page):
    control(page).click()
    item(page, "Failure, closed the stack").click()
    item(page, "Failure").click()
    expect(item(page, "Failure, closed the stack")).to_have_attribute("aria-disabled", "true")
    expect(item(page, "Failure, closed the stack")).to_have_attribute("aria-checked", "true")
    page.wait_for_function("() => new URLSearchParams(location.search).get('outcome') === 'failure'")
    expect(page.get_by_role("button", name=re.compile("^Failures"))).to_have_attribute("aria-pressed", "true")
    wait_for_marks(page, "failure", "failure-closing")


def test_the_keyboard_opens_the_menu_selects_and_returns(page):
    page.get_by_role("button", name=re.compile("^Failures")).focus()
    page.keyboard.press("Tab")
    expect(control(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(item(page, "Any outcome")).to_be_focused()
    page.keyboard.press("c")
    expect(item(page, "Cancelled")).to_be_focused()
    page.keyboard.press("Space")
    expect(item(page, "Cancelled")).to_have_attribute("aria-checked", "true")
    expect(item(page, "Cancelled")).to_be_focused()
    page.keyboard.press("Escape")
    expect(control(page)).to_be_focused()
    expect(control(page)).to_have_text("Outcome: cancelled")


def test_invalid_outcomes_in_the_address_are_reported_and_not_sent(new_page, fixture):
    page = ready(new_page(fixture.address("timeline?outcome=nice,cancelled")), "timeline")
    expect(control(page)).to_have_text("Outcome: cancelled")
    wait_for_marks(page, "cancelled")
    expect(page.get_by_role("alert")).to_contain_text("“nice” isn’t an outcome. Use success, closing, failure")
    expect(page.get_by_role("combobox")).to_have_value("outcome:nice")
    assert not any("nice" in request for request in fixture.requests)


def test_an_outcome_without_matches_says_so(new_page, fixture):
    page = new_page(fixture.address("timeline?outcome=unknown"))
    page.get_by_role("heading", name="No matching actions with an unknown outcome").wait_for()


def test_an_ended_run_labels_actions_in_flight_as_interrupted(new_page, fixture):
    page = ready(new_page(fixture.address(f"timeline?run={fixture.call('runs')['runs'][1]['id']}")), "timeline")
    page.get_by_text("This is an earlier run").wait_for()
    control(page).click()
    item(page, "Interrupted").wait_for()


def test_the_menu_fits_on_a_phone(new_page, fixture):
    page = ready(new_page(fixture.address("timeline"), size=NARROW), "timeline")
    control(page).click()
    item(page, "Cancelled").click()
    expect(control(page)).to_have_text("Outcome: cancelled")
    assert overflows(page) <= 0
