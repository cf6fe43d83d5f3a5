"""Filters of the dashboard's lists: all of them are in view at every width, and kinds have one name."""

import pytest
from conftest import SMALL, overflows, violations
from dashboard_server import opened
from playwright.sync_api import expect

# The filters that are beyond the edge of the window or of what contains them.
CLIPPED = """() => [...document.querySelectorAll(".toolbar .chip")].filter(chip => {
    const own = chip.getBoundingClientRect(), around = chip.parentElement.getBoundingClientRect();
    const left = Math.max(0, around.left), right = Math.min(innerWidth, around.right);
    return own.width > 0 && (own.left < left - 1 || own.right > right + 1);
}).map(chip => chip.textContent)"""

# The parts of an element that are beyond the edge of the window.
BEYOND = """row => [...row.querySelectorAll("*")]
    .filter(one => one.getBoundingClientRect().right > innerWidth + 1).length"""


@pytest.fixture
def mara(server):
    mara = server.first()
    tags = ["storage", "a-tag-that-is-longer-than-the-others-are-by-far"]
    mara.create("fast-save", "Fast Save", owner="Storage team of the other building", tags=tags, kind="operations")
    mara.set("fast-save", "development", isOn=True, reason="https://example.com/" + "a" * 180)
    return mara


def test_all_filters_are_in_view(new_page, screenshot, server, mara):
    page = opened(new_page, server, server.page("flags", "development"), size=SMALL)
    for name in (
        "flags?owner=Storage+team+of+the+other+building",
        "flags?tag=a-tag-that-is-longer-than-the-others-are-by-far",
        "changes?author=Mara+Lindt&since=month&source=dashboard",
        "changes?item=a-flag-with-a-key-that-is-longer-than-the-others-are",
    ):
        page.goto(server.page(name, "development"))
        expect(page.locator(".toolbar .chip").filter(visible=True).first).to_be_visible()
        expect(page.locator("main.page[aria-busy]")).to_have_count(0)
        for width in (320, 360, 820, 1100):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate(CLIPPED) == [], (name, width)
            assert overflows(page) == 0, (name, width)
            screenshot(page, f"dashboard-filters-{width}")


def test_changes_fit_and_are_exported_on_a_small_screen(new_page, server, mara):
    page = opened(new_page, server, server.page("changes", "development"), size=SMALL)
    row = page.locator(".change").first
    expect(row).to_contain_text("https://example.com/")
    assert row.evaluate(BEYOND) == 0
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == f"changes-of-{server.program}.jsonl"
    assert violations(page) == [] and overflows(page) == 0


def test_the_kind_of_imported_flags_has_the_same_name(new_page, server, mara):
    page = opened(new_page, server, server.page("flags?kind=operational", "development"))
    expect(page.get_by_role("button", name="Kind: Operations")).to_be_visible()
    expect(page.get_by_text("Fast Save", exact=True).first).to_be_visible()
    page.goto(server.page("flags/fast-save", "development"))
    expect(page.locator("dl.pairs").filter(has_text="Kind").first).to_contain_text("Operations")
