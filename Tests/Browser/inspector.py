"""Helpers for tests of the inspector's pages."""

from datetime import datetime

# A page waits for the first response; then the placeholders disappear.
READY = {
    "home": ".home > *",
    "features": "[role=treeitem]",
    "timeline": ".rows .row:not(.waiting)",
    "stacks": ".stack",
    "logs": ".row.line:not(.waiting)",
    "flags": ".row.flag",
    "runs": "a.run",
    "behaviour": ".behaviour-table",
    "access": ".thing",
    "routes": ".thing",
    "activities": ".thing",
}


def listening(new_page, address, **options):
    """Opens a page and waits for its stream: earlier messages may be missed."""
    page = new_page(**options)
    with page.expect_response(lambda response: response.url.endswith("/api/stream")):
        page.goto(address)
    return page


def without_stream(new_page, address, **options):
    """Opens a page whose stream waits for the returned function. Until then the page reads once, and on request."""
    page, streams = new_page(**options), []
    page.route("**/api/stream", lambda route: streams.append(route), times=1)
    page.goto(address)
    return page, lambda: streams[0].continue_()


def ready(page, name):
    page.locator(READY[name]).first.wait_for()
    page.locator("main:not([aria-busy])").wait_for()
    return page


def scroll_to(page, share):
    """Scrolls the list to a share of its height, and waits for the rows there."""
    page.evaluate(
        """share => { const list = document.querySelector("#scroller");
        list.scrollTop = share * (list.scrollHeight - list.clientHeight); }""",
        share,
    )
    settle(page)


def settle(page):
    """Waits until the visible rows are read and drawn."""
    page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))")
    page.wait_for_function("""() => document.querySelectorAll(".rows .row").length > 0
        && !document.querySelector(".rows .row.waiting")""")


def wait_for_rows(page, selector, pattern):
    """Waits until the rows were read, and what a selector finds in each of them matches a pattern."""
    page.wait_for_function(
        """([selector, pattern]) => {
            const rows = [...document.querySelectorAll(".rows .row")];
            return rows.length > 0 && rows.every((row) => !row.classList.contains("waiting")
                && new RegExp(pattern).test(row.querySelector(selector).textContent)); }""",
        arg=[selector, pattern],
    )


def day(at):
    """Returns a page's name for the day of a time, in microseconds, that is at most a day ago."""
    return "Today" if datetime.fromtimestamp(at / 1e6).date() == datetime.now().date() else "Yesterday"


def shown_rows(page):
    """The rows of the list in the document: number, text, and position on the screen."""
    return page.evaluate("""() => [...document.querySelectorAll(".rows .row")].map(row => ({
        index: Number(row.getAttribute("aria-rowindex")), text: row.innerText, top: row.getBoundingClientRect().top,
        time: row.querySelector(".time").textContent, action: row.querySelector(".action")?.textContent}))""")
