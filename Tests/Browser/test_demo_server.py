"""The demo with its server, as `make demo` starts it: a switch on the dashboard reaches every open tab of Documents."""

import json
import os
import re
import signal
import subprocess

import pytest
from conftest import SMALL, overflows, violations
from dashboard_server import MARA, PASSWORD, REFUSED, binary, loaded, sign_in
from demo import program
from documents import EXPORT, entry, open_menu
from playwright.sync_api import expect
from ports import unused_port
from served_demo import served_demo

EXPORT_PAGE = f"/p/documents/development/flags/{EXPORT.replace('/', '%2F')}"
ENTRY = "Export as HTML"


@pytest.fixture
def running(tmp_path):
    with served_demo(tmp_path, unused_port(), unused_port()) as running:
        yield running.read_addresses()


def dashboard(new_page, running):
    """The dashboard, with the first account."""
    page = new_page(running.dashboard, expects=REFUSED)
    page.get_by_label("Name").fill("Mara Lindt")
    page.get_by_label("Email").fill(MARA)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    return loaded(page)


def origin(running):
    return running.dashboard.partition("/p/")[0]


def tab_with_menu(new_page, running):
    page = new_page(running.app)
    page.evaluate("window.sameDocument = true")
    open_menu(page)
    expect(entry(page, ENTRY)).to_be_visible()
    return page


def serve_again(running):
    """Starts the server as the demo says."""
    return subprocess.Popen(
        [binary(), "serve", "--data", running.data, "--listen", origin(running).removeprefix("http://")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def test_a_switch_reaches_every_tab_and_the_timeline_and_survives_the_server(new_page, running, tmp_path):
    tabs = [tab_with_menu(new_page, running) for _ in range(2)]
    foot = tabs[0].locator("#flag-origin")
    expect(foot).to_have_text(re.compile(rf"^Flags from {origin(running)}, revision 2$"))
    page = dashboard(new_page, running)
    expect(page.get_by_text("Document Export")).to_be_visible()

    # The second program of “2 of 2” is another Documents, which uses the same server.
    with served_demo(tmp_path, unused_port()) as second:
        second.read_addresses()
        assert second.dashboard == running.dashboard.partition("#")[0]
        tabs.append(tab_with_menu(new_page, second))
        page.goto(origin(running) + EXPORT_PAGE)
        loaded(page).get_by_role("switch").click()
        for tab in tabs:
            expect(entry(tab, ENTRY)).to_be_hidden()
            assert tab.evaluate("window.sameDocument")
        expect(page.get_by_text("2 of 2 programs have it")).to_be_visible()
        assert second.stop() == 0
    assert len(running.servers()) == 1
    expect(foot).to_have_text(re.compile(r"revision 3$"))

    timeline = new_page(running.page("timeline"))
    change = timeline.locator(".row.event").filter(has_text=EXPORT).filter(has_text="changed to off")
    expect(change).to_contain_text("from Firesteel, revision 3")
    change.click()
    expect(timeline.locator("#detail")).to_contain_text("Revision")

    (server,) = running.servers()
    os.kill(server, signal.SIGKILL)
    assert "make server DATA=" in running.line("The server ended by signal 9")
    expect(foot).to_have_text(re.compile(r"^Can't reach the server: .+ Flags of \d\d:\d\d are used\.$"))
    assert violations(tabs[0]) == [] and overflows(tabs[0]) == 0
    for tab in tabs[:2]:
        expect(entry(tab, ENTRY)).to_be_hidden()
    flags = new_page(running.page("flags"), size=SMALL)
    expect(flags.get_by_role("list", name="Providers")).to_contain_text("are used.")
    assert violations(flags) == [] and overflows(flags) == 0

    again = serve_again(running)
    try:
        expect(foot).to_have_text(re.compile(r"^Flags from .+, revision 3$"))
        page.goto(origin(running) + EXPORT_PAGE)
        loaded(page).get_by_role("switch").click()
        for tab in tabs[:2]:
            expect(entry(tab, ENTRY)).to_be_visible()
            assert tab.evaluate("window.sameDocument")
        expect(page.get_by_text("1 of 1 program has it")).to_be_visible()
        expect(flags.get_by_role("list", name="Providers")).to_contain_text(f"Flags from {origin(running)}, revision 4")
    finally:
        again.terminate()
        again.wait(timeout=60)


def test_the_demo_stores_everything_in_its_folder(new_page, tmp_path):
    with served_demo(tmp_path, unused_port(), unused_port(), samples=True) as running:
        app = new_page(running.line(r"^Documents:\s+(\S+)"))
        folder = running.place / "folder"
        expect(app.locator("#where")).to_have_attribute("title", str(folder))
        expect(app.get_by_role("option", name="The lighthouse")).to_be_visible()
        assert (folder / "The lighthouse.md").exists()
        assert (running.place / "flags.json").exists() and (running.place / "logbook").is_dir()


def test_documents_starts_before_the_server_and_both_end_together(new_page, tmp_path):
    # What the server's build is in a fresh checkout: time until there is one.
    slow = tmp_path / "slow-server"
    gate = tmp_path / "gate"
    slow.write_text(f'#!/bin/sh\nwhile [ ! -e "{gate}" ]; do sleep 0.05; done\nexec "{binary()}" "$@"\n')
    slow.chmod(0o755)
    port = unused_port()
    with served_demo(tmp_path, unused_port(), port, server=slow) as running:
        running.app = running.line(r"^Documents:\s+(\S+)")
        app = new_page(running.app)
        foot = app.locator("#flag-origin")
        expect(foot).to_contain_text("Other sources and defaults are used.")
        open_menu(app)
        expect(entry(app, ENTRY)).to_be_visible()
        gate.touch()
        assert "#first=" in running.line(r"^Dashboard:\s+(\S+)")
        expect(foot).to_have_text(re.compile(r", revision 2$"))
        assert running.stop() == 0
        assert running.servers() == [] and not any("error:" in line for line in running.printed)
        # Flags and account remain; without an account the next start has a code again.
    with served_demo(tmp_path, unused_port(), port) as running:
        page = dashboard(new_page, running.read_addresses())
        expect(page.get_by_text("Document Export")).to_be_visible()
        assert running.stop() == 0
    with served_demo(tmp_path, unused_port(), port) as running:
        running.read_addresses()
        assert "#" not in running.dashboard
        page = new_page(running.dashboard, expects=REFUSED)
        sign_in(page)
        expect(loaded(page).get_by_text("Document Export")).to_be_visible()


def test_a_server_that_fails_leaves_documents_running(new_page, tmp_path):
    broken = tmp_path / "broken-server"
    broken.write_text("#!/bin/sh\necho 'No such database.' >&2\nexit 3\n")
    broken.chmod(0o755)
    with served_demo(tmp_path, unused_port(), unused_port(), server=broken) as running:
        running.app = running.line(r"^Documents:\s+(\S+)")
        assert "Documents continues" in running.line("can't be prepared")
        app = new_page(running.app)
        expect(app.locator("#flag-origin")).to_contain_text("Other sources and defaults are used.")
        assert running.stop() == 0


def test_a_port_that_is_taken_is_named_before_anything_starts(running, tmp_path):
    taken = origin(running).rpartition(":")[2]
    other = tmp_path / "other"
    other.mkdir()
    for arguments, message in (
        (("", taken), f"Port {taken} is in use. Set SERVER_PORT to another one"),
        ((70_000, ""), "PORT must be a port from 1 to 65535, not '70000'."),
        ((8090, 8090), "can't both use port 8090"),
    ):
        with served_demo(other, *arguments) as refused:
            refused.line(re.escape(message))
            assert refused.process.wait(timeout=60) == 1
    with served_demo(tmp_path, "", unused_port()) as refused:
        refused.line("The demo runs already")
        assert refused.process.wait(timeout=60) == 1


def test_flags_that_the_program_declares_later_are_added_and_others_left_as_they_are(tmp_path):
    def exported():
        text = subprocess.run(
            [binary(), "export", "--data", tmp_path / "demo/server", "--program", "documents"],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        return {(item["kind"], item["name"]): item["value"] for item in json.loads(text)["items"]}

    # An earlier version of Documents, which declares all flags but one, with another default of a second one.
    earlier = tmp_path / "earlier-documents"
    flags = json.loads(subprocess.run([program(), "flags"], capture_output=True, text=True, check=True).stdout)
    other = next(key for key, flag in flags["flags"].items() if key != EXPORT and "on" in flag["variants"])
    del flags["flags"][EXPORT]
    flags["flags"][other]["defaultVariant"] = "off"
    (tmp_path / "flags.json").write_text(json.dumps(flags), encoding="utf-8")
    earlier.write_text(
        f'#!/bin/sh\nif [ "$1" = flags ]; then exec cat "{tmp_path}/flags.json"; fi\nexec "{program()}" "$@"\n'
    )
    earlier.chmod(0o755)
    with served_demo(tmp_path, unused_port(), unused_port(), documents=earlier) as running:
        running.read_addresses()
        assert running.stop() == 0
    first = exported()
    assert ("flag", EXPORT) not in first and ("targeting", other) in first
    token = (tmp_path / "demo/server/documents-token").read_text()
    with served_demo(tmp_path, unused_port(), unused_port()) as running:
        running.read_addresses()
        assert running.stop() == 0
    second = exported()
    assert {key: second[key] for key in first} == first
    assert set(second) - set(first) == {("flag", EXPORT), ("targeting", EXPORT)}
    assert (tmp_path / "demo/server/documents-token").read_text() == token
