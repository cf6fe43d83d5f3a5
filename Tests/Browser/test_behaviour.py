"""The behaviour page: actions with their figures, what users do next, funnels."""

import re

import pytest
from conftest import NARROW, overflows, violations
from inspector import ready
from playwright.sync_api import expect
from program import program

SHARING = "App/Sharing/#ShareDocument"


@pytest.fixture
def fixture():
    with program() as found:
        found.control("App/Sharing", "toggle", True)
        for session in ("main", "window 2", "window 3"):
            found.perform("a.md", action="Open", took=18_000, session=session)
            found.perform("a.md", action="Save", took=41_000, session=session)
        found.perform("a.md", action="ShareDocument", feature="App/Sharing", took=5_000, error="It is full.")
        yield found


def opened(new_page, fixture, query="", **options):
    return ready(new_page(fixture.address(f"behaviour{query}"), **options), "behaviour")


def cells(table):
    return [" | ".join(row.locator("th, td").all_inner_texts()) for row in table.locator("tbody tr").all()]


def test_actions_have_their_figures_and_what_follows_them_which_is_live(new_page, fixture):
    page = opened(new_page, fixture)
    actions = page.get_by_role("table", name="Actions, the most performed first")
    expect(page.locator("#facts")).to_have_text("3 actions, 3 sessions")
    expect(page.locator("#basis")).to_have_text("This run.")
    rows = cells(actions)
    assert re.match(r"Open Document\s+Document Management \| 3 \| 0 \| 18 ms \| .*Save Document at least 44 %", rows[0])
    assert re.match(r"Share Document\s+Document Sharing \| 1 \| 1 \| 4\.\d ms", rows[2])
    page.get_by_role("link", name="Save Document").first.click()
    expect(page.locator("#selected")).to_have_text("Save Document")
    following = page.get_by_role("table", name="Next actions")
    expect(following.locator("tbody tr")).to_have_count(1)
    assert "Document Sharing › Share Document | 1 of 1 | 100 % | at least 21 %" in cells(following)[0]
    fixture.control("App/Sharing", "toggle", False)
    expect(following).to_contain_text("Switched off by the user")
    fixture.perform("a.md", action="Close", outcome="closing", session="window 2")
    expect(following.locator("tbody tr")).to_have_count(2)


def test_a_funnel_is_chosen_step_by_step_and_is_part_of_the_address(new_page, fixture):
    page = opened(new_page, fixture)
    page.get_by_label("Add a step").select_option(label="Document Management › Save Document")
    expect(page.get_by_label("Add a step")).to_be_focused()
    page.get_by_label("Add a step").select_option(SHARING)
    funnel = page.get_by_role("table", name="Sessions that reached each step")
    expect(funnel.locator("tbody tr")).to_have_count(3)
    expect(funnel.locator("tbody tr").nth(2)).to_contain_text("33 %")
    assert [row.split(" | ")[1] for row in cells(funnel)] == ["3", "3", "1"]
    page.reload()
    expect(funnel.locator("tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Remove Document Management › Save Document").click()
    expect(funnel.locator("tbody tr")).to_have_count(2)
    assert violations(page) == []


def test_actions_are_searched_and_a_program_without_any_says_so(new_page, fixture):
    page = opened(new_page, fixture)
    page.get_by_role("searchbox").fill("nothing like it")
    page.get_by_role("heading", name="No actions with “nothing like it”").wait_for()
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".behaviour-table tbody tr")).to_have_count(3)
    with program() as other:
        page = new_page(other.address("behaviour"))
        page.get_by_role("heading", name="No actions yet").wait_for()
        assert violations(page) == [] and overflows(page) == 0


def test_a_page_that_cannot_be_read_says_so_and_can_be_tried_again(new_page, fixture):
    page = new_page(expects=("500",))
    page.route("**/api/behaviour?*", lambda route: route.fulfill(status=500, json={}))
    page.goto(fixture.address("behaviour"))
    page.get_by_role("heading", name="Can’t load this page").wait_for()
    page.unroute("**/api/behaviour?*")
    page.get_by_role("button", name="Try again").click()
    ready(page, "behaviour")


def test_a_narrow_page_shows_one_action_and_leads_back(new_page, fixture):
    page = opened(new_page, fixture, size=NARROW)
    page.get_by_role("link", name="Open Document").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#selected")).to_be_focused()
    assert not page.locator(".behaviour-table").is_visible() and overflows(page) == 0
    page.get_by_role("link", name="All actions").click()
    expect(page.locator(".behaviour-table")).to_be_visible()
    assert page.url.endswith("/behaviour")
