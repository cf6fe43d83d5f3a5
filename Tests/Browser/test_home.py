"""The first page: a crash of the last run, a first run, and the current state."""

import re

import pytest
from conftest import NARROW, WIDE, overflows, violations
from earlier_runs import earlier_runs
from inspector import day, listening, ready
from playwright.sync_api import expect
from program import program, used_program


@pytest.fixture
def fixture():
    with used_program() as found:
        yield found


@pytest.fixture
def crashed():
    with program(runs=earlier_runs()) as found:
        yield found


def answer(page, fixture, **members):
    """Has the page read the program with other members."""
    page.unroute_all()
    page.route("**/api/program", lambda route: route.fulfill(json={**fixture.call("program"), **members}))


def queue(fixture, waiting=23, dropped=4, **fault):
    """Messages that wait for a server that doesn't respond, of which the program lists twenty."""
    program = fixture.call("program")
    kinds = ("crash", "end", "failure", "request", "segment")
    messages = [
        {
            "name": f"{n:06}",
            "kind": kinds[min(n, 4)],
            "run": program["run"],
            "bytes": 18_211 if n == 0 else 900 + n,
            "stored": program["started"] + n * 1_000_000,
        }
        for n in range(waiting)
    ]
    return {
        "consent": True,
        "waiting": waiting,
        "bytes": sum(message["bytes"] for message in messages),
        "messages": messages[:20],
        "sent": 1_204,
        "dropped": dropped,
        "answer": "Can’t reach https://flags.example.com: the connection was refused.",
        "answered": program["now"] - 1_000_000,
        "next": program["now"] + 60_000_000,
        **fault,
    }


def card(page, name):
    return page.get_by_role("region", name=name)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_crash_of_the_last_run_comes_first_until_it_is_dismissed(new_page, crashed, screenshot, size):
    page = ready(new_page(crashed.address(), size=size), "home")
    assert page.url == f"{crashed.origin}/home"
    ending = page.locator(".ending")
    expect(ending.get_by_role("heading")).to_have_text("The last run crashed during Import Folder")
    expect(ending).to_contain_text("Fatal error: Index out of range")
    expect(ending.locator(".flights li")).to_contain_text(re.compile(r"2\.\d s in flight"))
    screenshot(page, f"home-crashed-{size[0]}")
    assert violations(page) == [] and overflows(page) <= 0
    ending.get_by_role("link", name="Show", exact=True).click()
    expect(page.locator("#selected")).to_have_text("Crashed during Import Folder")
    page.go_back()
    ending.get_by_role("button", name="Dismiss").click()
    expect(ending).to_have_count(0)
    page.reload()
    ready(page, "home")
    expect(ending).to_have_count(0)
    assert violations(page) == []


def test_a_first_run_is_explained_and_the_program_linked(new_page, fixture, screenshot):
    page = ready(new_page(fixture.address("home")), "home")
    expect(page.get_by_role("heading", name="This is Documents while it runs")).to_be_visible()
    assert page.locator(".welcome p").inner_text().count(".") == 3
    for link in page.get_by_role("link", name="Open Documents").all():
        assert link.get_attribute("href") == "http://127.0.0.1:1/#token=of-the-app"
    screenshot(page, "home-first")
    assert violations(page) == []


def test_the_current_state_follows_the_program(new_page, crashed):
    fixture = crashed
    fixture.call(f"runs/{fixture.call('runs')['runs'][1]['id']}", "DELETE")
    fixture.add(2_000)
    page = listening(new_page, fixture.address("home"))
    ready(page, "home")
    expect(page.locator(".ending")).to_have_count(0)
    failures = card(page, "Last failures")
    expect(failures.locator("li")).to_have_count(3)
    before = failures.locator("li").first.inner_text()
    for _ in range(200):
        fixture.add(1)
    expect(failures.locator("li").first).not_to_have_text(re.compile(re.escape(before.splitlines()[0]) + "$"))
    expect(card(page, "Connected")).to_contain_text(f"Documents on {fixture.call('program')['host']}")


def test_an_override_is_reset_and_brought_back(new_page, fixture):
    flag = next(flag for flag in fixture.call("flags")["flags"] if flag.get("type") == "bool")
    fixture.override(flag["key"], "true")
    page = ready(new_page(fixture.address("home")), "home")
    flags = card(page, "Flags overridden")
    reset = flags.get_by_role("button", name=f"Reset {flag['name']}")
    reset.click()
    page.locator(".toast", has_text="reset.").wait_for()
    expect(reset).to_have_count(0)
    assert flag["key"] not in fixture.overrides
    page.get_by_role("button", name="Undo").click()
    expect(reset).to_be_visible()
    assert fixture.overrides[flag["key"]]


def test_an_address_without_a_page_is_not_linked(new_page, fixture):
    page = new_page()
    answer(page, fixture, address="javascript:alert(1)")
    page.goto(fixture.address("home"))
    ready(page, "home")
    assert page.get_by_role("link", name="Open Documents").count() == 0


@pytest.mark.parametrize("size, theme", [(WIDE, "light"), (NARROW, "dark")])
def test_waiting_messages_are_shown_with_their_size(new_page, fixture, screenshot, size, theme):
    outgoing = queue(fixture)
    assert outgoing["bytes"] == 38_264 and len(outgoing["messages"]) == 20
    page = new_page(size=size, theme=theme)
    answer(page, fixture, outgoing=outgoing)
    with page.expect_response("**/api/stream"):
        page.goto(fixture.address("home"))
    ready(page, "home")
    reports = card(page, "Reports to the server")
    expect(reports.locator(".count")).to_have_text("23 messages, 38 KB")
    expect(reports).to_contain_text("The user has consented. 1,204 sent, 4 dropped.")
    answered = re.escape(f"{day(outgoing['answered'])} ") + r"\d\d:\d\d:\d\d: " + re.escape(outgoing["answer"])
    expect(reports).to_contain_text(re.compile(answered + r" Next attempt at \d\d:\d\d:\d\d\."))
    messages, run = reports.locator("li"), outgoing["messages"][0]["run"]
    expect(messages).to_have_count(5)
    kinds = ("Report of an abnormal end", "Last segment of an abnormal end", "Report of a failure", "Requested report")
    for place, kind in enumerate((*kinds, "Segment")):
        length = "18 KB" if place == 0 else f"{900 + place} bytes"
        expect(messages.nth(place)).to_have_text(re.compile(rf"^{kind}{run}{length} \d\d:\d\d:\d\d$"))
    expect(reports).to_contain_text("“firesteel report show” shows their contents, byte for byte as they are sent.")
    reports.scroll_into_view_if_needed()
    screenshot(page, f"home-outgoing-{size[0]}-{theme}")
    assert violations(page) == [] and overflows(page) == 0
    answer(page, fixture, outgoing=queue(fixture, 1, 0, fault="Can’t store reports: the disk is full."))
    fixture.notify("runs")
    expect(reports.locator(".count")).to_have_text("1 message, 18 KB")
    expect(reports.locator(".bad")).to_have_text("Can’t store reports: the disk is full.")
    expect(reports).not_to_contain_text("dropped")
    # All were sent.
    answer(page, fixture, outgoing=queue(fixture, 0, 0))
    fixture.notify("runs")
    expect(reports.locator(".count")).to_have_text("none waiting")
    expect(messages).to_have_count(0)
    assert violations(page) == [] and overflows(page) == 0


def test_a_program_that_sends_nothing_has_no_queue(new_page, crashed):
    page = ready(new_page(crashed.address("home")), "home")
    expect(card(page, "Connected")).to_be_visible()
    expect(card(page, "Reports to the server")).to_have_count(0)
