"""A crash in Documents is reported, its cause is named among many people, and switching that off helps, as `make demo`
and `make demo-traffic` show it."""

import itertools
import os
import re
import signal
import subprocess
import time
import urllib.request
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import pytest
from conftest import NARROW, SMALL, WIDE, overflows, violations
from dashboard_server import MARA, PASSWORD, REFUSED, Person, binary, dialog, loaded
from demo import program
from documents import checkbox, open_document, open_menu
from playwright.sync_api import expect
from ports import unused_port
from served_demo import ROOT, served_demo

# What a page notes of requests that a crash answers.
OF_A_CRASH = ("Failed to fetch", "net::")
FLAG = "fast-save"
# How a run ends, and how the dashboard names that.
ENDS = {"SIGSEGV": "Crash", "fatalError": "Crash", "SIGKILL": "Killed"}
# The row of the suspect, with its ratio and interval. If no other session was affected, the ratio is infinite, and the
# interval may have no end.
SUSPECT = re.compile(r"Fast Save on.*(\d\s×|only with it)(\d+(\.\d)? to \d+(\.\d)?|at least \d+(\.\d)?)Conclusive")


@pytest.fixture
def running(tmp_path, request):
    """The demo whose Save crashes in the way that a parameter names."""
    documents = tmp_path / "crashing-documents"
    kind = getattr(request, "param", "SIGSEGV")
    documents.write_text(
        f'#!/bin/sh\ncase "$1" in --*) set -- "$@" --rehearse-crash {kind};; esac\nexec "{program()}" "$@"\n'
    )
    documents.chmod(0o755)
    with served_demo(tmp_path, unused_port(), unused_port(), "fast-save-crash", documents=documents) as running:
        yield running.read_addresses()


@contextmanager
def traffic(running, *arguments):
    """Simulated people, as `make demo-traffic` adds them."""
    process = subprocess.Popen(
        [ROOT / "scripts/demo-traffic", "--pace", "20", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "FIRESTEEL_DOCUMENTS": str(program()), "FIRESTEEL_DEMO": str(running.place)},
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()


def until(process, pattern):
    """Reads what a process prints until a line has a pattern."""
    printed = []
    for line in process.stdout:
        printed.append(line.rstrip("\n"))
        if re.search(pattern, line):
            return line
    raise AssertionError(f"The traffic ended before a line with {pattern}: {printed}")


def dashboard(new_page, running, **options):
    """The dashboard, with the first account."""
    page = new_page(running.dashboard, expects=(*REFUSED, *OF_A_CRASH), **options)
    page.get_by_label("Name").fill("Mara Lindt")
    page.get_by_label("Email").fill(MARA)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    return loaded(page)


def origin(running):
    return running.dashboard.partition("/p/")[0]


ideas = itertools.count(1)


def wait_until_ready(address):
    for _ in range(600):
        with suppress(OSError), urllib.request.urlopen(f"{address}/readyz", timeout=5):
            return
        time.sleep(0.1)
    raise AssertionError(f"There is no server at {address} after a minute.")


@contextmanager
def killed_and_started_again(running):
    """Kills the server, and starts it again on the same folder. What it prints is among what a failed test prints."""
    (server,) = running.servers()
    os.kill(server, signal.SIGKILL)
    running.line("The server ended by signal 9")
    printed = running.place / "printed"
    with printed.open("w") as file:
        again = subprocess.Popen(
            [binary(), "serve", "--data", running.data, "--listen", origin(running).removeprefix("http://")],
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until_ready(origin(running))
        yield
        assert again.poll() is None, "The server ended by itself."
    finally:
        again.terminate()
        again.wait(timeout=60)
        print(printed.read_text())


def figures_of_the_story(page, running):
    """The overview, the list and behaviour have figures of the same people, who were killed, and pass the audit."""
    development = f"{origin(running)}/p/documents/development"
    page.goto(development)
    issue = loaded(page).get_by_role("region", name=re.compile("open issue"))
    expect(issue).to_contain_text(re.compile(r"[1-9]\d* abnormal exits? in 24 hours, [1-9]\d* (people|person)\."))
    health = card(page, "Health today")
    expect(health.locator("dd").first).to_have_text(re.compile(r"^\d{1,2}\.\d\d %$"))
    expect(health).to_contain_text(re.compile(r"on 1\.0, since .*[1-9]\d* %"))
    assert violations(page) == [] and overflows(page) == 0
    page.goto(f"{development}/reports")
    row = loaded(page).get_by_role("row", name=re.compile("Killed during Save Document"))
    for name in ("reports", "people"):
        expect(row.locator(f".{name}")).to_have_text(re.compile(r"^(about )?[1-9]\d*$"))
    # The server compares each group once a minute, and the page reads twice a minute.
    expect(row.locator(".suspect")).to_have_text(re.compile("^Fast Save on (\\S+ ×|only with it)$"), timeout=150_000)
    assert violations(page) == [] and overflows(page) == 0
    page.goto(f"{development}/behaviour")
    expect(loaded(page).locator("#facts")).to_have_text(re.compile(r"^[1-9]\d* sessions from (about )?[1-9]\d* people"))
    usage = page.get_by_role("table", name="Feature usage").get_by_role("row", name=re.compile("^Document Management"))
    expect(usage).to_contain_text(re.compile(r"[1-9]\d*"))
    actions = page.get_by_role("table", name="Actions").get_by_role("row", name=re.compile("^Save Document"))
    expect(actions).to_contain_text(re.compile(r"[1-9]\d*"))
    assert violations(page) == [] and overflows(page) == 0


def save(app):
    """Saves a text that no one saved before, and returns it."""
    text = f"# The lighthouse\n\nIdea {next(ideas)}.\n"
    app.locator("#editor").fill(text)
    # A preview that began later would be in flight at a crash as well, and be named by the report.
    expect(app.frame_locator("#preview").locator("body")).to_contain_text(text.splitlines()[-1])
    app.locator("#save").click()
    return text


def crash(new_page, running):
    """Saves as new people until one has Fast Save, and Documents ends and starts again."""
    (running.place.parent / "documents/The lighthouse.md").write_text("# The lighthouse\n", encoding="utf-8")
    for _ in range(20):
        app = new_page(running.app, expects=OF_A_CRASH)
        open_document(app)
        text = save(app)
        # Either is shown: the text is saved, or the program has ended.
        ended = app.locator("#status, #connection").filter(has_text=re.compile("Saved|Unreachable"))
        expect(ended.first).to_be_visible()
        if "Saved" not in app.locator("#status").text_content():
            return app, text
        app.context.close()
    raise AssertionError("None of 20 people had Fast Save.")


def consent(new_page, running):
    app = new_page(running.app, expects=OF_A_CRASH)
    open_menu(app)
    checkbox(app, "Send reports").click()
    open_menu(app)
    expect(checkbox(app, "Send reports")).to_have_attribute("aria-checked", "true")
    return app


def soon(page, locator):
    """What a page has as soon as the server does: by itself it would read again twice a minute."""
    for _ in range(60):
        with suppress(AssertionError):
            expect(locator).to_be_visible(timeout=2_000)
            return locator
        page.reload()
        loaded(page)
    raise AssertionError(f"It isn't on the page after two minutes: {locator}")


def card(page, name):
    return page.get_by_role("region", name=name, exact=True)


@pytest.mark.parametrize("running", ENDS, indirect=True)
def test_the_report_of_a_crash_is_there_after_the_next_start(new_page, running, request):
    kind = request.node.callspec.params["running"]
    page = dashboard(new_page, running)
    consent(new_page, running).context.close()
    app, text = crash(new_page, running)
    assert running.line(r"Documents ended by signal (\d+), and starts again\.")
    # The page follows the next process, and has the text that wasn't saved.
    expect(app.locator("#connection")).to_have_text("Connected")
    expect(app.locator("#editor")).to_have_value(text)
    page.goto(f"{origin(running)}/p/documents/development/reports")
    found = loaded(page).get_by_role("link", name=re.compile(f"{ENDS[kind]} during Save Document"))
    soon(page, found).click()
    expect(loaded(page).locator("main h1")).to_contain_text(f"{ENDS[kind]} during Save Document")
    expect(card(page, "Suspects")).to_contain_text("Not enough data")
    steps = card(page, "Steps")
    expect(steps.get_by_role("grid", name="Last steps of this report")).to_contain_text("Save Document")
    assert violations(page) == [] and overflows(page) == 0


# What kills a process leaves no message: the timeline alone says what was in flight, and with which flags.
@pytest.mark.parametrize("running", ["SIGKILL"], indirect=True)
def test_the_cause_is_named_and_switching_it_off_helps(new_page, running, screenshot):
    page = dashboard(new_page, running)
    consent(new_page, running).context.close()
    crash(new_page, running)[0].context.close()
    with traffic(running, "--people", 48, "--together", 4, "--stay", 4, "--crash", "SIGKILL") as people:
        until(people, "48 people had their first visit")
        page.goto(f"{origin(running)}/p/documents/development/reports")
        loaded(page).get_by_role("link", name=re.compile("Killed during Save Document")).click()
        suspects = card(loaded(page), "Suspects").get_by_role("table", name="How much more often").get_by_role("row")
        expect(suspects.nth(1)).to_contain_text(SUSPECT)
        screenshot(page, "story-suspect")
        assert violations(page) == []

        report = page.url
        figures_of_the_story(page, running)
        page.goto(report)
        # The server is killed and started again: nothing of this is lost.
        with killed_and_started_again(running):
            page.reload()
            expect(suspects.nth(1)).to_contain_text(SUSPECT)
            page.get_by_role("button", name=re.compile("^Switch off.*…$")).first.click()
            asked = dialog(page)
            expect(asked.get_by_label("What")).to_have_value(FLAG)
            asked.get_by_role("radio", name=re.compile("^1.0 and earlier")).check()
            screenshot(page, "story-switch-off")
            asked.get_by_role("button", name="Switch off in 1.0 and earlier").click()
            reach = page.locator("#reach")
            # A program that crashed before it followed the server counts for a minute and a half.
            expect(reach).to_have_text(re.compile(r"^(\d+) of \1 programs? ha(s|ve) it"), timeout=150_000)
            expect(page.get_by_role("heading", name="It helped")).to_be_visible(timeout=200_000)
            screenshot(page, "story-helped")
            assert violations(page) == []
            for size, theme in ((NARROW, "dark"), (SMALL, "light"), (WIDE, "dark")):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.emulate_media(color_scheme=theme)
                assert violations(page) == [] and overflows(page) == 0
                screenshot(page, f"story-helped-{size[0]}-{theme}")
            # The overview is calm, and says who did what.
            page.goto(f"{origin(running)}/p/documents/development")
            calm = loaded(page).get_by_text(re.compile("since Mara Lindt switched off Fast Save in 1.0 and earlier"))
            expect(calm).to_be_visible()
            expect(page.locator(".card.harm")).to_have_count(0)
            assert violations(page) == []
            # Everyone can save again.
            for _ in range(6):
                app = new_page(running.app, expects=OF_A_CRASH)
                open_document(app)
                save(app)
                expect(app.locator("#status")).to_contain_text("Saved")
                app.context.close()


def harm_found(person):
    """Returns the evidence of the flag's guard when it found harm. A guard has none before it first reads the figures,
    which it does once a minute."""
    end = time.monotonic() + 400
    while True:
        path = f"programs/documents/flags/{FLAG}/environments/development/plan/guard"
        seen = person.call("GET", path)["state"]
        if seen and seen["decision"] == "harm":
            return seen
        assert time.monotonic() < end, seen
        time.sleep(1)


def acts_of_guards(person):
    changes = person.call("GET", "programs/documents/changes")["changes"]
    return [change for change in changes if change["author"]["source"] == "guard"]


def test_a_guard_stops_the_rollout_without_anyone(new_page, running, screenshot):
    page = dashboard(new_page, running)
    server = SimpleNamespace(program="documents", origin=origin(running), sessions={})
    mara = Person(server, "session", {"email": MARA, "password": PASSWORD})
    plan = {
        "id": "guarded", "variant": "on", "rest": "off", "state": "running",
        "steps": [{"share": 50, "wait": 86_400}, {"share": 100}], "guard": {"minimumRuns": 15},
    }  # fmt: skip
    assert mara.set(FLAG, "development", plan=plan)["result"] == "applied"
    page.goto(f"{origin(running)}/p/documents/development/flags/{FLAG}")
    with traffic(running, "--people", 60, "--together", 4, "--stay", 2, "--crash", "fatalError") as people:
        # Before there are enough sessions for the guard, the server is killed and started again.
        until(people, r"[1-9]\d* (programs? )?crashed during Save")
        assert acts_of_guards(mara) == []
        with killed_and_started_again(running):
            harm_found(mara)
            [act] = acts_of_guards(mara)
            # Nothing on the page is pressed.
            expect(loaded(page).get_by_text("Paused").first).to_be_visible()
            assert re.search(r"\d", act["reason"]), act
            expect(page.locator("main")).to_contain_text(act["reason"][:20])
            screenshot(page, "story-guard")
            assert violations(page) == []
            page.get_by_role("button", name="Undo what the guard did").click()
            expect(page.locator(".toast").filter(has_text="The guard’s change was undone.")).to_be_visible()
            expect(card(page, "Plan").locator(".badge").first).to_have_text("Running")
            assert mara.items()["targeting", FLAG, "development"]["value"]["plan"]["state"] == "running"
