"""An inspector that shows flags alone, and one that the program shows itself, without a token."""

import pytest
from conftest import NARROW, WIDE, overflows, violations
from flags_page import choose, row
from inspector import listening, ready
from playwright.sync_api import expect
from program import program


@pytest.fixture
def tester():
    with program(showsFlagsOnly=True) as found:
        yield found


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_a_tester_sees_flags_and_nothing_that_leads_elsewhere(new_page, tester, screenshot, size):
    page = ready(new_page(tester.address(), size=size), "flags")
    expect(page.get_by_role("navigation", name="Pages").get_by_role("link")).to_have_attribute("href", "flags")
    expect(page.get_by_role("button", name="Command menu")).to_have_count(0)
    choose(page, "sharing.plan", "Plan")
    links = page.locator("a[href]").evaluate_all("all => all.map(link => link.getAttribute('href').split('?')[0])")
    assert set(links) <= {"#main", "flags"}
    screenshot(page, f"parts-flags-{size[0]}")
    assert violations(page) == [] and overflows(page) == 0


def test_a_tester_sees_changes_of_flags_and_no_other_page(new_page, tester):
    page = ready(listening(new_page, tester.address("flags"), size=NARROW), "flags")
    tester.override("editor.toolbar", '"wide"')
    expect(row(page, "editor.toolbar").locator(".badge")).to_have_text("Overridden")
    missing = new_page(tester.address("timeline"), expects=("404",))
    expect(missing.get_by_role("heading", name="Page not found")).to_be_visible()


def test_a_program_that_shows_its_inspector_needs_no_token(new_page, tester):
    page = new_page(size=NARROW)
    page.route(
        "**/flags",
        lambda route: route.fulfill(
            response=(response := route.fetch()),
            body=response.text().replace('lang="en"', 'lang="en" data-token="none"'),
        ),
    )
    asked = []

    def call(route):
        asked.append(route.request.headers.get("authorization"))
        route.continue_(headers={**route.request.headers, "authorization": f"Bearer {tester.token}"})

    page.route("**/api/**", call)
    page.goto(f"{tester.origin}/flags")
    ready(page, "flags")
    assert set(asked) == {None}
