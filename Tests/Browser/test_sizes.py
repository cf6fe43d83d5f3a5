"""Windows between a phone and a desk: nothing that is needed gets lost for want of room."""

import pytest
from conftest import NARROW, overflows
from inspector import ready
from program import used_program


@pytest.fixture
def fixture():
    with used_program() as found:
        yield found


def test_a_phone_can_export_the_timeline(new_page, fixture, screenshot):
    page = ready(new_page(fixture.address("timeline"), size=NARROW), "timeline")
    assert overflows(page) <= 0
    screenshot(page, "timeline-390")
    page.get_by_role("button", name="Export").click()
    page.get_by_role("menuitem", name="Text").wait_for()


@pytest.mark.parametrize("width", [1100, 1280])
def test_an_input_gives_way_to_names_beside_an_open_detail(new_page, fixture, screenshot, width):
    page = ready(new_page(fixture.address("timeline"), size=(width, 800)), "timeline")
    page.locator(".row.event:not(.waiting)").last.click()
    page.locator("#selected").wait_for()
    screenshot(page, f"timeline-{width}-detail")
    rows = page.evaluate("""() => [...document.querySelectorAll(".row.event:not(.waiting):not(.change)")]
        .filter((row) => row.querySelector(".input").textContent).map((row) => {
            const [feature, action] = [".feature", ".action"].map((part) => row.querySelector(part));
            return [row.querySelector(".input").getBoundingClientRect().width,
                ...[feature, action].map((part) => part.scrollWidth > part.clientWidth + 1)]; })""")
    assert rows and min(width for width, _, _ in rows) >= 47
    # A feature is cut only where the input has no more than its three rem.
    assert all(width < 50 or not feature for width, feature, _ in rows)
    assert not any(action for _, _, action in rows)
