"""The states of every page: empty, failed, and without a connection."""

import contextlib

import pytest
from conftest import overflows, violations
from inspector import listening, ready, without_stream
from playwright.sync_api import TimeoutError, expect
from program import ROOT, program, used_program

PAGES = ["features", "timeline", "stacks", "logs", "flags", "runs"]


@pytest.fixture
def fixture():
    with used_program() as found:
        yield found


@pytest.mark.parametrize("name", PAGES)
def test_a_page_without_a_token_explains_how_to_get_one(new_page, fixture, name):
    page = new_page(f"{fixture.origin}/{name}")
    page.get_by_role("heading", name="This tab has no token").wait_for()
    assert fixture.requests == []


@pytest.mark.parametrize("name", PAGES)
def test_an_invalid_token_is_reported(new_page, fixture, name):
    page = new_page(f"{fixture.origin}/{name}#token={'0' * 32}", expects=("401",))
    page.get_by_role("heading", name="The program doesn’t accept this token").wait_for()
    assert "token" not in page.url


def test_a_restarted_program_is_reported_once(new_page, fixture):
    page = ready(listening(new_page, fixture.address("flags"), expects=("401",)), "flags")
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    fixture.restart()
    fixture.offline = False
    page.get_by_role("heading", name="The program doesn’t accept this token").wait_for()
    expect(page.locator("#banners")).to_be_empty()
    expect(page.get_by_role("textbox", name="Token or address")).to_be_visible()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_cannot_be_loaded_shows_the_reason_and_retries(new_page, fixture, name):
    fixture.failing = f"/api/{name}"
    page, _ = without_stream(new_page, fixture.address(name), expects=("500",))
    page.get_by_role("heading", name="Can’t load this page").wait_for()
    page.get_by_text("The disk is full.").first.wait_for()
    assert violations(page) == []
    fixture.failing = None
    page.get_by_role("button", name="Try again").click()
    ready(page, name)


def test_a_lost_program_is_reached_again_with_a_button(new_page, fixture):
    page = ready(new_page(fixture.address("logs")), "logs")
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    retry = page.locator("#banners").get_by_role("button", name="Retry now")
    expect(retry).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0
    fixture.offline = False
    # The page may have been faster.
    with contextlib.suppress(TimeoutError):
        retry.click(timeout=5_000)
    page.get_by_text("The program hasn’t responded since").wait_for(state="detached")
    ready(page, "logs")


@pytest.mark.parametrize("name", PAGES)
def test_a_lost_program_is_reported_and_reconnected_without_a_reload(new_page, fixture, name):
    page = ready(new_page(fixture.address(name)), name)
    page.evaluate("window.stillTheSame = true")
    page.wait_for_function("() => document.querySelector('.program').innerText.includes('Running')")
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    expect(page.locator(".program")).to_contain_text("Unreachable since")
    fixture.offline = False
    fixture.add(2)
    page.get_by_text("The program hasn’t responded since").wait_for(state="detached")
    ready(page, name)
    assert page.evaluate("window.stillTheSame") is True
    if name == "timeline":
        page.locator(f".row[aria-rowindex='{fixture.total()}']:not(.waiting)").wait_for()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opened_too_early_waits_for_the_program(new_page, fixture, name):
    fixture.offline = True
    page = new_page(fixture.address(name))
    page.get_by_role("heading", name="Can’t reach the program").wait_for()
    fixture.offline = False
    ready(page, name)
    page.get_by_role("heading", name="Can’t reach the program").wait_for(state="detached")


def test_trying_again_while_a_stream_is_being_opened_leaves_one_stream(new_page, fixture):
    page = ready(new_page(fixture.address("features")), "features")
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    page.evaluate("""() => {
        const original = window.fetch;
        window.openStreams = new Set();
        window.fetch = (address, options) => {
            const { signal } = options;
            if (String(address).endsWith("/api/stream")) {
                openStreams.add(signal);
                signal.addEventListener("abort", () => openStreams.delete(signal));
            }
            return original(address, options).catch((error) => { openStreams.delete(signal); throw error; });
        };
    }""")
    fixture.delay, fixture.offline = 0.5, False
    page.evaluate("for (let time = 0; time < 3; time += 1) dispatchEvent(new Event('online'))")
    page.get_by_text("The program hasn’t responded since").wait_for(state="detached")
    assert page.evaluate("openStreams.size") == 1


@pytest.mark.parametrize("token", ["", "abc", "g" * 32, "0" * 33])
def test_a_malformed_token_is_reported_and_leaves_the_address(new_page, fixture, token):
    page = new_page(f"{fixture.origin}/home#token={token}")
    page.get_by_role("heading", name="The address has no valid token").wait_for()
    assert page.url == f"{fixture.origin}/home"
    expect(page.locator(".program .live")).to_have_text("No token")
    page.get_by_label("Token or address").fill(fixture.token)
    page.get_by_role("button", name="Connect").click()
    ready(page, "home")
    expect(page.locator(".program .live")).to_contain_text("Running for")


def test_the_card_of_a_program_that_refuses_the_token_does_not_call_it_unreachable(new_page, fixture):
    page = new_page(f"{fixture.origin}/home#token={'0' * 32}", expects=("401",))
    page.get_by_role("heading", name="The program doesn’t accept this token").wait_for()
    expect(page.locator(".program .live")).to_have_text("Token not accepted")
    expect(page.locator(".program .live .mark.failure")).to_be_visible()


def test_a_page_for_an_unknown_address_has_one_background(new_page, fixture):
    page = new_page(f"{fixture.origin}/kit/styles/tokens.css", expects=("404",))  # A style sheet has no icon.
    missing = (ROOT / "Sources/FiresteelInspector/Pages/missing.html").read_text(encoding="utf-8")
    page.set_content(missing.replace("/kit/", f"{fixture.origin}/kit/"))
    page.get_by_role("heading", name="Page not found").wait_for()
    page.wait_for_load_state()
    sizes = page.evaluate("[document.querySelector('main').getBoundingClientRect(), [innerWidth, innerHeight]]")
    assert [sizes[0]["width"], sizes[0]["height"]] == sizes[1]


def test_a_restart_with_another_token_is_reported(new_page, fixture):
    page = ready(new_page(fixture.address("timeline"), expects=("401",)), "timeline")
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    fixture.restart()
    fixture.offline = False
    page.get_by_role("heading", name="The program doesn’t accept this token").wait_for()


def test_the_token_is_entered_where_it_is_missing(new_page, fixture):
    page = new_page(f"{fixture.origin}/timeline")
    field = page.get_by_label("Token or address")
    field.fill("not a token")
    page.get_by_role("button", name="Connect").click()
    expect(page.get_by_role("alert")).to_contain_text("This isn’t a token")
    expect(field).to_be_focused()
    assert violations(page) == []
    field.fill(fixture.token)
    field.press("Enter")
    ready(page, "timeline")
    page.reload()
    ready(page, "timeline")


def test_another_token_is_entered_after_a_restart(new_page, fixture):
    page = ready(new_page(fixture.address("timeline"), expects=("401",)), "timeline")
    page.evaluate("window.stillTheSame = true")
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    fixture.restart()
    fixture.add(3)
    fixture.offline = False
    page.get_by_role("heading", name="The program doesn’t accept this token").wait_for()
    page.get_by_label("Token or address").fill("0" * 32)
    page.get_by_role("button", name="Connect").click()
    expect(page.get_by_label("Token or address")).to_have_value("")
    page.get_by_label("Token or address").fill(fixture.address("logs"))
    page.get_by_role("button", name="Connect").click()
    ready(page, "timeline")
    expect(page.locator(".program")).to_contain_text("Running")
    assert page.evaluate("window.stillTheSame") is True


def test_pages_are_opened_without_loading_while_the_program_is_unreachable(new_page, fixture):
    page = ready(new_page(fixture.address("features")), "features")
    page.evaluate("window.stillTheSame = true")
    page.locator("#nav").get_by_role("link", name="Timeline").click()
    ready(page, "timeline")
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    page.locator("#nav").get_by_role("link", name="Features").click()
    ready(page, "features")
    expect(page.locator("#banners")).to_contain_text("The program hasn’t responded since")
    page.locator("#nav").get_by_role("link", name="Timeline").click()
    ready(page, "timeline")
    # It was never read.
    page.locator("#nav").get_by_role("link", name="Logs").click()
    page.get_by_role("heading", name="Can’t reach the program").wait_for()
    assert violations(page) == []
    page.go_back()
    ready(page, "timeline")
    page.locator("#nav").get_by_role("link", name="Logs").click()
    fixture.offline = False
    ready(page, "logs")
    page.get_by_text("The program hasn’t responded since").wait_for(state="detached")
    assert page.evaluate("window.stillTheSame") is True


def test_nothing_of_an_unreachable_program_moves(new_page, fixture):
    fixture.add(1, outcome="in-flight")
    page = ready(new_page(fixture.address("stacks")), "stacks")
    moving = """() => document.getAnimations().filter(({effect}) =>
        effect.target.matches(".mark.in-flight, .bar.in-flight")).length"""
    assert page.evaluate(moving) > 0
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    assert page.evaluate(moving) == 0
    started = page.locator(".program").inner_text()
    page.wait_for_timeout(1_500)
    assert page.locator(".program").inner_text() == started


def test_another_run_at_the_same_address_is_read_from_its_beginning(new_page, fixture):
    page = ready(new_page(fixture.address(f"timeline?perform={fixture.rows()[99]['id']}")), "timeline")
    page.locator("#selected").wait_for()
    fixture.go_offline()
    page.get_by_text("The program hasn’t responded since").wait_for()
    fixture.restart(token=fixture.token)
    fixture.add(3)
    fixture.offline = False
    page.locator(f"[role=grid][aria-rowcount='{fixture.total()}']").wait_for()
    page.wait_for_function("() => !location.search.includes('perform')")


# What no program lacks.
EMPTY = {
    "features": {"roots": []},
    "flags": {"flags": [], "providers": [], "unknown": []},
    "runs": {"runs": []},
    "logs": {"lines": [], "total": 0},
}


@pytest.mark.parametrize(
    "name, heading",
    [
        ("features", "No features yet"),
        ("timeline", "No actions yet"),
        ("stacks", "No stacks yet"),
        ("logs", "No log lines yet"),
        ("flags", "No flags yet"),
        ("runs", "No runs yet"),
    ],
)
def test_an_empty_page_says_so(new_page, name, heading):
    with program() as fixture:
        fixture.command(close="main")
        page = new_page()
        if name in EMPTY:
            page.route(f"**/api/{name}*", lambda route: route.fulfill(json={**fixture.call(name), **EMPTY[name]}))
        page.goto(fixture.address(name))
        page.get_by_role("heading", name=heading).wait_for()
        page.locator("main:not([aria-busy])").wait_for()
        assert violations(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_placeholders_while_it_loads(new_page, fixture, name):
    fixture.gate.clear()
    page = new_page(fixture.address(name))
    page.locator(".bone").first.wait_for()
    assert violations(page) == []
    assert page.locator(".bone").first.is_visible()
    fixture.gate.set()
    ready(page, name)
    page.locator("#bones").wait_for(state="hidden")


def test_the_first_action_appears_on_an_empty_page(new_page):
    with program() as fixture:
        page = listening(new_page, fixture.address("timeline"))
        page.get_by_role("heading", name="No actions yet").wait_for()
        fixture.add(1)
        ready(page, "timeline")


def test_recording_in_memory_is_reported(new_page, fixture):
    page = new_page()
    recording = {"kind": "memory-after-fault", "fault": "The disk is full: 8 MB are needed."}
    page.route("**/api/program", lambda route: route.fulfill(json={**fixture.call("program"), "recording": recording}))
    page.goto(fixture.address("timeline"))
    page.get_by_text("Events are recorded in memory only. The disk is full").wait_for()


def test_text_from_the_program_is_never_markup(new_page, fixture):
    evil = "<img src=x onerror=alert(1)>"
    [perform] = fixture.perform(evil, logs=[["warning", evil]])
    page = ready(new_page(fixture.address(f"timeline?perform={perform}")), "timeline")
    page.locator("#detail dd").get_by_text(evil).wait_for()
    assert page.locator("img").count() == 0
    page.goto(f"{fixture.origin}/logs")
    page.get_by_text(evil).first.wait_for()
    assert page.locator("img").count() == 0


def test_a_link_to_another_tab_has_the_token_only_while_it_is_needed(new_page, fixture):
    page = ready(new_page(fixture.address("timeline")), "timeline")
    link = page.get_by_role("link", name="Logs")
    with page.context.expect_page() as opened:
        link.click(modifiers=["Control"])
    ready(opened.value, "logs")
    page.wait_for_function("() => ![...document.links].some(link => link.href.includes('token'))")
