"""The fixtures of browser tests: a browser, pages that complain about errors, an accessibility audit, screenshots."""

import os
import re
import shutil
import signal
import sys
import time
from pathlib import Path

import axe_playwright_python
import pytest
from dashboard_server import SharedServer, serving
from playwright.sync_api import expect, sync_playwright

# A shell lets what it starts in the background ignore these. Processes of tests are ended with them.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
# Debug builds of the server hash passwords at this cost. At that of a release, each takes half a second.
os.environ.setdefault("FIRESTEEL_PASSWORD_COST", "12")

sys.path.insert(0, str(Path(__file__).parent))
# What the tests of the server's processes use as well.
sys.path.append(str(Path(__file__).parents[1] / "Server"))
import failed_fixtures  # noqa: E402
from longest_first import longest_first  # noqa: E402

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts"
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
# Tests run side by side, on whatever machine there is: what takes this long does not come.
LIMIT = 120_000
expect.set_options(timeout=LIMIT)
# Audits run with each size and each theme, in pairs: not all combinations.
WIDE, NARROW, SMALL = (1360, 850), (390, 800), (360, 740)
# A request of a page whose tab the server has closed, or has not opened yet since it restarted: the page opens the tab
# and sends the request again.
NO_TAB = re.compile(r"404 \(Not Found\) \S+/api/tabs/[0-9a-f]{32}/")

# What the browser notes when a server goes away: tests end their servers, and some test just that.
GONE = (
    "net::ERR_INCOMPLETE_CHUNKED_ENCODING",
    "net::ERR_CONNECTION",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_NETWORK",
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_SOCKET",
    "Failed to fetch dynamically imported module",
    "503 (Service Unavailable)",
)


def pytest_configure(config):
    config.pluginmanager.register(failed_fixtures)
    config.addinivalue_line("markers", "own_server: the test needs a server that no other test uses")


def pytest_collection_modifyitems(config, items):
    longest_first(config, items, {"test_story"})


def chromium():
    """The browser to drive. Without one the tests fail: skipping them would hide what they are for."""
    candidates = [
        os.environ.get("FIRESTEEL_CHROMIUM"),
        shutil.which("chromium-headless-shell"),
        "/usr/bin/chromium",
        shutil.which("chromium"),
        shutil.which("chromium-browser"),
        shutil.which("google-chrome"),
    ]
    for candidate in candidates:
        if candidate and Path(candidate).exists():
            return candidate
    pytest.exit("There is no Chromium: install it, or set FIRESTEEL_CHROMIUM to its path.", returncode=3)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser):
    """Opens pages. Errors of a page's scripts and policy violations fail the test that caused them, but for those that
    a test expects: `new_page(address, expects=("401",))`."""
    contexts, problems = [], []

    def open_page(address=None, size=WIDE, theme="light", expects=(), **options):
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            accept_downloads=True,
            **{"has_touch": size[0] < 600, **options},
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LIMIT)

        def note(text):
            if not NO_TAB.search(text) and not any(expected in text for expected in (*GONE, *expects)):
                problems.append(text)

        def hear(message):
            # A failed load doesn't name its address.
            if message.type in ("error", "warning"):
                note(f"{message.text} {message.location.get('url', '')}".strip())

        page.on("console", hear)
        page.on("pageerror", lambda error: note(str(error)))
        if address:
            page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory):
    shared = SharedServer(tmp_path_factory)
    yield shared
    shared.stop()


@pytest.fixture
def server(request, tmp_path):
    """A server without programs for what is about the server or stops it, where a test or its file is marked
    `own_server`; else a new program on the server of all tests of this process."""
    if request.node.get_closest_marker("own_server"):
        with serving(tmp_path, SharedServer.options) as running:
            yield running
        return
    shared = request.getfixturevalue("shared_server")
    yield shared.new_program()
    assert shared.server.process.poll() is None


@pytest.fixture
def mara(server):
    """The server's first person, an administrator."""
    return server.first()


@pytest.fixture
def screenshot():
    """Saves what a page looks like below `artefacts/`."""

    def save(page, name):
        ARTEFACTS.mkdir(exist_ok=True)
        page.screenshot(path=ARTEFACTS / f"{name}.png")

    return save


SETTLED = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(moving.map((transition) => transition.finished));
}"""


def violations(page):
    """Returns the findings of the accessibility audit, each in a line, once no color is on its way to another. Its
    script runs beside the page's policy, not under it. It must not fetch the style sheets again: it looks for imported
    ones in the wrong folder."""
    page.evaluate(SETTLED)
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE)
    found = page.evaluate("""async () => {
        const found = await axe.run(document, {preload: false, resultTypes: ["violations"]});
        return found.violations.flatMap(({id, help, nodes}) => nodes.map(({target, failureSummary}) =>
            `${id}: ${help}: ${target.join(" ")}: ${failureSummary ?? ""}`));
    }""")
    return found


def overflows(page):
    """By how many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def audit(page, screenshot=None, name=None):
    """Audits what is shown, and that it fits, on a screen and on a small phone, light and dark. The page is narrow and
    dark afterwards, as it should be before: what is hard to reach there is easy on a screen."""
    for size, theme in ((WIDE, "light"), (SMALL, "dark")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        if screenshot:
            screenshot(page, f"{name}-{size[0]}-{theme}")
        assert violations(page) == [], (name, size, theme)
        assert overflows(page) == 0, (name, size, theme)


def wait_until(condition, seconds=60):
    """Waits for something outside the browser."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)
