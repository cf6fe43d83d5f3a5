"""Everything fits where it is: rows of one line, subtitles, key hints, and answers in view."""

import re
import signal

import pytest
from conftest import NARROW, overflows, violations
from inspector import listening, ready
from playwright.sync_api import expect
from program import used_program

PAGES = ["features", "timeline", "stacks", "logs", "flags", "runs"]
CUT = "element => element.scrollWidth > element.clientWidth + 1"


@pytest.fixture
def fixture():
    with used_program() as found:
        found.command(activities=2)
        yield found


@pytest.mark.parametrize("width", [1360, 1024, 390])
def test_an_action_of_a_feature_has_one_line(new_page, fixture, width):
    page = new_page(fixture.address("features?feature=App/Documents"), size=(width, 800))
    rows = page.locator(".actions-table tbody tr")
    rows.first.wait_for()
    heights = rows.evaluate_all("rows => rows.map(row => row.getBoundingClientRect().height)")
    assert len(heights) == 8 and max(heights) <= 42, heights
    for index in range(8):
        assert rows.nth(index).locator(".named > .clip").is_visible()
    right = page.locator(".actions-table").evaluate("table => table.getBoundingClientRect().right")
    assert right <= width and overflows(page) == 0
    expect(page.get_by_role("button", name="Perform Open Document")).to_be_visible()


@pytest.mark.parametrize("name", PAGES)
def test_a_subtitle_is_not_cut_on_a_phone(new_page, fixture, name):
    page = ready(new_page(fixture.address(name), size=NARROW), name)
    expect(page.locator("#facts")).not_to_be_empty()
    assert not page.locator("#facts").evaluate(CUT)
    head = page.locator(".page-head").bounding_box()
    assert head["height"] <= 80 and overflows(page) == 0


@pytest.mark.parametrize("width", [1360, 1024, 800])
def test_key_hints_are_not_cut(new_page, fixture, width):
    page = ready(new_page(fixture.address("timeline"), size=(width, 768)), "timeline")
    edge = page.locator(".nav").evaluate("nav => nav.getBoundingClientRect().right")
    for hint in page.locator(".nav-foot kbd").all():
        box = hint.bounding_box()
        assert box["x"] + box["width"] <= edge - 4


def test_a_changed_feature_is_named_in_its_row(new_page, fixture):
    fixture.override("App/FocusMode", "false")
    page = ready(new_page(fixture.address("timeline")), "timeline")
    page.keyboard.press("End")
    row = page.locator(".row.event.change").last
    row.wait_for()
    assert not row.locator(".feature").evaluate(CUT)


@pytest.mark.parametrize(("width", "is_cut"), [(1360, False), (1160, False), (820, True)])
def test_in_a_narrow_row_the_input_is_cut_first_then_the_feature_never_the_action(new_page, fixture, width, is_cut):
    given = "A long input of this action, which is cut before anything else of its row is, as its tooltip has it"
    fixture.perform(given, action="Save")
    page = ready(new_page(fixture.address("timeline"), size=(width, 800)), "timeline")
    page.keyboard.press("End")
    row = page.locator(".row.event", has_text=given).last
    row.wait_for()
    assert row.locator(".input").evaluate(CUT)
    assert not row.locator(".action").evaluate(CUT)
    assert row.locator(".feature").evaluate(CUT) == is_cut
    right = row.locator(".what").bounding_box()
    action = row.locator(".action").bounding_box()
    assert action["x"] + action["width"] <= right["x"] + right["width"] + 1
    expect(row.locator(".what")).to_have_attribute("title", "Document Management › Save Document")
    expect(row.locator(".input")).to_have_attribute("title", given)
    expect(row.locator(".who")).to_have_attribute("title", row.locator(".who").text_content())


def test_an_explanation_is_in_view_and_a_toast_does_not_cover_the_focused_field(new_page, fixture):
    page = ready(new_page(fixture.address("flags?flag=editor.toolbar"), size=(1360, 620)), "flags")
    page.get_by_role("button", name="Use another context").click()
    page.get_by_role("textbox", name="Targeting key").fill("ada")
    page.get_by_role("button", name="Explain").click()
    title = page.get_by_role("heading", name=re.compile("Evaluation for “ada”"))
    title.wait_for()
    steps = page.locator(".detail .steps").last.bounding_box()
    assert steps["y"] < 620 - 24, "the beginning of the answer is in view"


def covers(page):
    return page.evaluate("""() => {
        const own = document.querySelector(".toasts").getBoundingClientRect();
        const other = document.activeElement.getBoundingClientRect();
        return own.left < other.right && other.left < own.right && own.top < other.bottom && other.top < own.bottom;
    }""")


def test_a_toast_moves_where_it_does_not_cover_the_focused_field(new_page, fixture):
    page = ready(new_page(fixture.address("access")), "access")
    page.evaluate("""async () => {
        const field = document.createElement("input");
        field.setAttribute("aria-label", "Low");
        for (const [name, value] of [["position", "fixed"], ["right", "20px"], ["bottom", "20px"]])
            field.style.setProperty(name, value);
        document.querySelector("main").append(field);
        field.focus();
        const { toast } = await import("/kit/overlays/toasts.js");
        toast("Saved.");
    }""")
    assert not covers(page)
    expect(page.locator(".toasts")).to_have_attribute("data-at", "top")
    page.locator("#search").focus()
    page.evaluate("async () => (await import('/kit/overlays/toasts.js')).toast('Saved again.')")
    assert not covers(page)
    page.get_by_label("Low").focus()
    assert not covers(page)


def test_a_frozen_program_is_reported_within_three_seconds(new_page, fixture):
    page = ready(listening(new_page, fixture.address("timeline")), "timeline")
    fixture.process.send_signal(signal.SIGSTOP)
    expect(page.locator(".program")).to_contain_text("Not responding for", timeout=4_000)
    fixture.process.send_signal(signal.SIGCONT)
    expect(page.locator(".program")).to_contain_text("Running for", timeout=2_000)


def test_a_bookmark_is_opened_with_the_printed_address(new_page, fixture):
    page = new_page(f"{fixture.origin}/flags?flag=editor.toolbar")
    page.get_by_role("heading", name="This tab has no token").wait_for()
    field = page.get_by_role("textbox", name="Token or address")
    field.fill("http://127.0.0.1/")
    page.get_by_role("button", name="Connect").click()
    expect(field).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("This isn’t a token")
    field.fill(fixture.address("timeline"))
    page.keyboard.press("Enter")
    page.locator("#selected").wait_for()
    assert page.url == f"{fixture.origin}/flags?flag=editor.toolbar"


def test_a_link_whose_input_lacks_a_parameter_is_not_performed(new_page, fixture):
    page = ready(new_page(fixture.address("routes?url=x://find/it")), "routes")
    result = page.locator(".tester .result")
    expect(result.get_by_role("button", name="Perform")).to_have_attribute("aria-disabled", "true")
    expect(result.locator(".buttons")).to_contain_text("The parameter document is missing.")
    result.get_by_role("button", name="Perform").click(force=True)
    assert fixture.bodies("routes/open") == []


def test_the_eligibility_of_an_activity_is_not_a_button(new_page, fixture):
    page = ready(new_page(fixture.address("activities")), "activities")
    assert page.locator(".thing .badge").count() == 0
    expect(page.locator(".thing").first).to_contain_text("Offered in: this program, search, suggestions")


@pytest.mark.parametrize(
    "address, word",
    [
        ("stacks", "stack"),
        ("stacks", "session"),
        ("activities", "activity"),
        ("logs", "focus"),
        ("features?feature=App/Documents", "published"),
        ("behaviour?action=App/Documents/%23Open", "confidence"),
    ],
)
def test_a_word_is_explained_where_it_is_used(new_page, fixture, address, word):
    page = new_page(fixture.address(address))
    button = page.get_by_role("button", name=f"About “{word}”")
    button.click()
    text = page.locator(".help-text:popover-open")
    expect(text).to_contain_text(word, ignore_case=True)
    expect(button).to_have_attribute("aria-expanded", "true")
    box = text.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 1360 and box["width"] < 400
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(text).to_have_count(0)
    expect(button).to_be_focused()
