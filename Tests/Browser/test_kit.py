"""Forms, tables and plots, in a separate document."""

import pytest
from conftest import NARROW, WIDE, overflows, violations
from playwright.sync_api import expect
from test_units import FOLDERS, ORIGIN, serve

STYLES = ("kit/styles/tokens.css", "kit/styles/parts.css", "dashboard/dashboard.css")
DOCUMENT = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kit</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
{"".join(f'<link rel="stylesheet" href="/{name}">' for name in STYLES)}</head>
<body><main id="main"><h1>Kit</h1></main></body></html>"""


def serve_kit(route):
    path = route.request.url.removeprefix(ORIGIN)
    if not path:
        route.fulfill(content_type="text/html", body=DOCUMENT)
    elif path.endswith(".css"):
        folder, _, name = path.partition("/")
        route.fulfill(content_type="text/css", body=(FOLDERS[folder] / name).read_text(encoding="utf-8"))
    else:
        serve(route)


@pytest.fixture
def kit(new_page):
    def open_kit(**options):
        page = new_page(**options)
        page.route(f"{ORIGIN}**", serve_kit)
        page.goto(ORIGIN)
        page.evaluate("import('/parts/parts.js').then(() => undefined)")
        return page

    return open_kit


@pytest.mark.parametrize("size, theme", [(WIDE, "light"), (NARROW, "dark")])
def test_forms_tables_and_plots_pass_the_audit(kit, screenshot, size, theme):
    page = kit(size=size, theme=theme)
    screenshot(page, f"kit-{size[0]}-{theme}")
    assert violations(page) == []
    assert overflows(page) == 0
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("textbox", name="Key")).to_have_attribute("aria-invalid", "true")
    assert violations(page) == []


def test_a_form_shows_errors_beside_its_fields_and_submits_only_valid_values(kit):
    page = kit()
    key = page.get_by_role("textbox", name="Key")
    page.get_by_role("button", name="Create").click()
    expect(key).to_be_focused()
    expect(key).to_have_accessible_description("It can't be changed later. This field is required.")
    key.fill("a b")
    expect(key).not_to_have_attribute("aria-invalid", "true")
    key.press("Enter")
    expect(key).to_have_accessible_description("It can't be changed later. Letters and slashes only.")
    assert page.evaluate("sent") == []
    key.fill("App/Import")
    page.get_by_role("combobox", name="Kind").select_option("Release")
    page.get_by_role("button", name="Create").click()
    assert page.evaluate("sent") == [{"key": "App/Import", "reason": "", "kind": "a"}]
    expect(page.get_by_role("button", name="Create")).to_be_disabled()
    page.get_by_role("button", name="Cancel").click()
    assert page.evaluate("sent.length") == 2


def test_errors_of_the_server_are_beside_their_field_or_below_the_form(kit):
    page = kit()
    key, create = page.get_by_role("textbox", name="Key"), page.get_by_role("button", name="Create")
    key.fill("App/Import")
    create.click()
    page.evaluate("answer(Object.assign(new Error('No.'), { fields: { key: 'This key is taken.' } }))")
    expect(key).to_be_focused()
    expect(key).to_have_accessible_description("It can't be changed later. This key is taken.")
    expect(create).to_be_enabled()
    create.click()
    page.evaluate("answer(new Error('The disk is full.'))")
    expect(page.locator("form > .field-error")).to_have_text("The disk is full.")
    expect(key).not_to_have_attribute("aria-invalid", "true")
    create.click()
    expect(page.locator("form > .field-error")).to_be_hidden()
    page.evaluate("answer()")
    expect(create).to_be_enabled()


def test_a_table_has_column_and_row_headings_and_an_empty_state(kit):
    page = kit()
    usage = page.get_by_role("table", name="Usage")
    assert usage.get_by_role("columnheader").all_text_contents() == ["Feature", "People", "Share"]
    assert usage.get_by_role("rowheader").all_text_contents() == ["Save Document", "Share"]
    assert usage.get_by_role("row").nth(1).get_by_role("cell").all_text_contents() == ["1870", "25 %"]
    expect(page.get_by_role("table", name="Failures").get_by_role("cell")).to_have_text("No failures in this period.")


def test_a_plot_is_an_image_with_a_label_and_its_bars_begin_at_0(kit):
    page = kit()
    crashes = page.get_by_role("img", name="Crashes per hour: none until 08:00, then rising to 16")
    assert crashes.locator(".y > span").all_text_contents() == ["20", "10", "0"]
    floor = crashes.locator(".area").evaluate("area => area.getBoundingClientRect().bottom - 1")
    bottoms = crashes.locator("rect").evaluate_all("bars => bars.map((bar) => bar.getBoundingClientRect().bottom)")
    assert len(bottoms) == 3 and all(abs(bottom - floor) < 1 for bottom in bottoms)
    assert crashes.locator(".event-mark.hand").inner_text() == "Off"
    share = page.get_by_role("img", name="Share of sessions")
    assert share.locator(".y > span").all_text_contents() == ["40 %", "20 %", "0 %"]
    assert share.locator("path.is").get_attribute("d") == "M0 75M1000 25"


def test_an_interval_has_a_color_only_if_it_could_not_be_chance(kit):
    page = kit()
    rows = page.get_by_role("table", name="How much more often people are affected").get_by_role("row")
    assert [rows.nth(n).locator(".interval").get_attribute("class") for n in (1, 2, 3)] == [
        "interval over",
        "interval",
        "interval fine",
    ]
    assert rows.nth(2).locator(".interval").inner_text() == "Includes 1 ×"
    ends = (
        rows.nth(1)
        .locator(".interval")
        .evaluate(
            "element => ['--one', '--from', '--to'].map((name) => parseFloat(element.style.getPropertyValue(name)))"
        )
    )
    assert 0 < ends[0] < ends[1] < ends[2] < 100
