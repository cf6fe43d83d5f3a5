"""Prints how smooth the timeline scrolls with 100,000 performs, and how long its first paint takes. Asserts nothing.

python Tests/Browser/measure_scrolling.py [performs]
"""

import sys

from conftest import chromium
from inspector import ready
from playwright.sync_api import sync_playwright
from program import used_program

SCROLL = """async ([distance, frames]) => {
    const list = document.querySelector("#scroller"), times = [];
    let before = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < frames; frame += 1) {
        list.scrollTop += distance;
        const now = await new Promise(requestAnimationFrame);
        times.push(now - before);
        before = now;
    }
    times.sort((a, b) => a - b);
    return {median: times[times.length >> 1], p99: times[Math.floor(times.length * 0.99)], longest: times.at(-1),
            over50: times.filter(time => time > 50).length, frames};
}"""


def main():
    performs = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with used_program(performs=performs, runSize=64 << 20) as fixture, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1360, "height": 850})
        page.goto(fixture.address("timeline"))
        ready(page, "timeline")
        paint = page.evaluate("""() => ({
            first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime, rows: performance.now()})""")
        print(f"{performs:,} performs: first paint {paint['first']:.0f} ms, rows shown by {paint['rows']:.0f} ms")
        for name, start, distance in [
            ("by hand, 60 px a frame", 0.1, 60),
            ("by flinging, 2,000 px a frame", 0.2, 2_000),
            ("by dragging, 30,000 px a frame", 0.0, 30_000),
            ("back, 400 px a frame", 0.9, -400),
        ]:
            page.evaluate(
                """share => { const list = document.querySelector("#scroller");
                    list.scrollTop = share * list.scrollHeight; }""",
                start,
            )
            page.wait_for_timeout(300)
            found = page.evaluate(SCROLL, [distance, 300])
            print(
                f"{name}: median {found['median']:.1f} ms, p99 {found['p99']:.1f} ms, "
                f"longest {found['longest']:.1f} ms, "
                f"{found['over50']} of {found['frames']} frames over 50 ms"
            )
        browser.close()


if __name__ == "__main__":
    main()
