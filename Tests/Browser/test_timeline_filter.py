"""The timeline's filter: its language, completion, errors and address."""

import json
import re
from collections import Counter
from urllib.parse import parse_qs, urlsplit

import pytest
from inspector import listening, ready, settle, shown_rows, wait_for_rows
from playwright.sync_api import expect
from program import used_program


@pytest.fixture
def fixture():
    with used_program() as found:
        yield found


def open_timeline(new_page, fixture, query="", **options):
    return ready(listening(new_page, fixture.address(f"timeline{query}"), **options), "timeline")


def field(page):
    return page.get_by_role("combobox", name="Filter the timeline")


def tokens(page):
    return page.locator(".token")


def query_of(page):
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def test_filters_become_tokens_and_part_of_the_address_and_a_link_shows_the_same(new_page, fixture):
    page = open_timeline(new_page, fixture)
    field(page).click()
    page.keyboard.type("outcome:success took:>20ms feature:Documents -session:main plan ")
    expect(tokens(page)).to_have_text(["outcome:success", "took:>20ms", "feature:Documents", "-session:main"])
    wait_for_rows(page, ".who", "^window 2$")
    expected = {
        "text": "plan",
        "outcome": "success",
        "took": ">20ms",
        "feature": "Documents",
        "-session": "main",
    }
    # The text is applied once nothing is written for a moment.
    page.wait_for_url(re.compile(r"[?&]text=plan\b"))
    assert query_of(page) == expected
    wanted = [
        row
        for row in fixture.rows()
        if (row["outcome"], row["session"]["name"]) == ("success", "window 2")
        and row["took"] > 20_000
        and row["feature"]["path"] == "App/Documents"
        and "plan" in row["input"]
    ]
    assert len(wanted) > 5
    expect(page.locator("#facts")).to_contain_text(f"{len(wanted):,} match")
    settle(page)
    assert all("Document Management" in row["text"] or row["action"] == "Write Backup" for row in shown_rows(page))

    other = ready(new_page(fixture.address(f"timeline?{urlsplit(page.url).query}")), "timeline")
    expect(tokens(other)).to_have_text(["outcome:success", "took:>20ms", "feature:Documents", "-session:main"])
    expect(field(other)).to_have_value("plan")
    assert [row["text"] for row in shown_rows(other)][-3:] == [row["text"] for row in shown_rows(page)][-3:]


def test_a_filter_is_applied_by_enter_removed_by_its_button_and_edited_by_backspace(new_page, fixture):
    page = open_timeline(new_page, fixture)
    field(page).fill("outcome:cancelled")
    field(page).press("Enter")
    wait_for_rows(page, ".mark", "^Cancelled$")
    expect(page.get_by_role("button", name=re.compile("^Outcome:"))).to_have_text("Outcome: cancelled")
    page.get_by_role("button", name="Remove outcome:cancelled").click()
    expect(tokens(page)).to_have_count(0)
    expect(field(page)).to_be_focused()
    assert query_of(page) == {}
    page.keyboard.type("session:main ")
    expect(tokens(page)).to_have_text(["session:main"])
    page.keyboard.press("Backspace")
    expect(tokens(page)).to_have_count(0)
    expect(field(page)).to_have_value("session:main")


def test_chips_and_tokens_are_the_same_filter(new_page, fixture):
    page = open_timeline(new_page, fixture)
    page.get_by_role("button", name=re.compile("^Failures")).click()
    expect(tokens(page)).to_have_text(["outcome:failure"])
    page.get_by_role("button", name="Session: any").click()
    page.get_by_role("menuitemradio", name=re.compile("window 2")).click()
    expect(tokens(page)).to_have_text(["outcome:failure", "session:window 2"])
    field(page).fill("outcome:cancelled ")
    expect(tokens(page)).to_have_text(["outcome:failure,cancelled", "session:window 2"])
    expect(page.get_by_role("button", name=re.compile("^Outcome:"))).to_have_text("Outcome: 2 selected")


def test_names_and_values_are_completed_with_the_keyboard(new_page, fixture):
    page = open_timeline(new_page, fixture)
    field(page).click()
    options = page.get_by_role("option")
    expect(field(page)).to_have_attribute("aria-expanded", "true")
    expect(options).to_have_count(10)
    page.keyboard.type("se")
    expect(options).to_have_text([re.compile("^session:"), re.compile("^“se”")])
    selected = page.locator("[role=option][aria-selected=true]")
    assert field(page).get_attribute("aria-activedescendant") == selected.get_attribute("id")
    page.keyboard.press("Tab")
    expect(field(page)).to_have_value("session:")
    counts = Counter(row["session"]["name"] for row in fixture.rows())
    expect(options).to_have_text(
        [re.compile(f"^{name}.*{counts[name]:,} match") for name in ("main", "window 2", "import job")]
    )
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(tokens(page)).to_have_text(["session:window 2"])
    wait_for_rows(page, ".who", "^window 2$")
    page.keyboard.type("action:docu")
    expect(options.first).to_have_text(
        re.compile("^Open Document|^Save Document|^Rename Document|^Close|^Create|^Delete")
    )
    expect(options.filter(has_text="Show Storage")).to_have_count(0)
    options.filter(has_text="Rename Document").click()
    expect(tokens(page)).to_have_text(["session:window 2", "action:Rename Document"])
    expect(field(page)).to_be_focused()
    wait_for_rows(page, ".action", "^Rename Document$")
    page.keyboard.press("Escape")
    expect(page.locator(".completion")).to_be_hidden()


def test_enter_completes_a_value_that_matches_in_part(new_page, fixture):
    page = open_timeline(new_page, fixture)
    field(page).click()
    page.keyboard.type("feature:prefere")
    options = page.get_by_role("option")
    expect(options.first).to_have_text(re.compile("^App/Preferences"))
    page.keyboard.press("Enter")
    expect(tokens(page)).to_have_text(["feature:App/Preferences"])
    expect(page.locator(".completion")).to_be_hidden()
    expect(page.get_by_role("status").filter(has_text="Completed as feature:App/Preferences")).to_have_count(1)
    page.locator(".row.event").first.wait_for()
    assert query_of(page) == {"feature": "App/Preferences"}
    page.keyboard.press("Backspace")
    expect(tokens(page)).to_have_count(0)
    # An identifier, a name and a part of an action's name match as they are.
    for text in ("feature:Documents", 'feature:"Document Management"', "action:rename"):
        field(page).fill(text)
        expect(options.first).to_be_visible()
        page.keyboard.press("Enter")
        expect(tokens(page)).to_have_text([text.replace('"', "")])
        page.get_by_role("button", name=re.compile("^Remove ")).click()
        expect(tokens(page)).to_have_count(0)


def test_a_value_without_matches_stays_a_filter_and_says_so(new_page, fixture):
    page = open_timeline(new_page, fixture)
    field(page).click()
    page.keyboard.type("-session:main feature:nowhere")
    expect(page.get_by_role("option")).to_have_text(["No such value in this run"])
    page.keyboard.press("Enter")
    expect(tokens(page)).to_have_text(["-session:main", "feature:nowhere"])
    page.get_by_role("heading", name="No matching actions").wait_for()
    page.get_by_role("button", name="Remove -session:main").click()
    page.get_by_role("heading", name="Nothing has feature:nowhere").wait_for()
    expect(page.get_by_role("status").filter(has_text="Nothing has feature:nowhere")).to_have_count(1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("took:100ms", "Can’t read “100ms” as a duration. Write took:>100ms or took:<=2s"),
        ("outcome:broken", "“broken” isn’t an outcome. Use success, closing, failure"),
        ("since:noon", "Can’t read “noon” as a time. Write since:09:41"),
        ("speed:fast", "There is no filter “speed”. Use outcome, took, feature"),
        ("-took:>1s", "took can’t be excluded."),
    ],
)
def test_an_invalid_filter_is_explained_and_never_sent(new_page, fixture, text, problem):
    page = open_timeline(new_page, fixture)
    field(page).fill(text)
    field(page).press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(problem)
    expect(field(page)).to_have_attribute("aria-invalid", "true")
    assert field(page).get_attribute("aria-describedby") == alert.get_attribute("id")
    expect(field(page)).to_have_value(text)
    expect(tokens(page)).to_have_count(0)
    assert query_of(page) == {}
    name = text.split(":")[0]
    assert not any(f"{name}=" in request for request in fixture.requests)
    field(page).fill("")
    expect(alert).to_be_hidden()


def test_a_text_in_quotes_is_not_a_filter_and_times_stay_in_the_address(new_page, fixture):
    page = open_timeline(new_page, fixture)
    field(page).fill('"took:>1s"')
    page.get_by_role("heading", name="No actions with “took:>1s”").wait_for()
    field(page).fill("since:2m ")
    expect(tokens(page)).to_have_text([re.compile(r"^since:\d\d:\d\d:\d\d")])
    since = int(query_of(page)["since"])
    found = sum(row["at"] >= since for row in fixture.rows())
    assert 100 < found < fixture.total() / 2
    expect(page.locator("#facts")).to_contain_text(f"{found:,} match")


def test_the_program_filters_100_000_performs(new_page):
    with used_program(performs=100_000, runSize=64 << 20) as fixture:
        page = open_timeline(new_page, fixture, "?took=%3E100ms&outcome=success&-source=application")
        performed = fixture.rows()
        wanted = [
            row
            for row in performed
            if row["took"] > 100_000 and row["outcome"] == "success" and row["source"] != "application"
        ]
        expect(page.locator("#facts")).to_have_text(f"{len(wanted):,} match, of {len(performed):,} actions")
        assert 1_000 < len(wanted) < 50_000
        assert page.locator("[role=grid]").get_attribute("aria-rowcount") == str(
            fixture.total(**{"took": ">100ms", "outcome": "success", "-source": "application", "fold": 1})
        )
        assert len(shown_rows(page)) <= 120


def test_a_saved_timeline_has_what_the_filter_shows(new_page, fixture):
    page = open_timeline(new_page, fixture, "?action=rename&-session=main")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="JSON Lines").click()
    lines = [json.loads(line)["kind"] for line in download.value.path().read_text().splitlines()]
    wanted = [row for row in fixture.rows() if row["action"]["identifier"] == "Rename"]
    assert lines.count("begin") == sum(row["session"]["name"] != "main" for row in wanted) > 0
    assert lines == ["run", *["begin", "completion"] * lines.count("begin"), "end"]
