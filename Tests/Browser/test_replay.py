"""A crash of the demo that its inspector replays after the next start, as it was recorded and with a flag changed."""

import json
import urllib.request

from conftest import overflows, violations
from demo import demo
from documents import open_document
from inspector import listening
from playwright.sync_api import expect

REHEARSAL = ("--rehearse", "fast-save-crash")


def call(running, path):
    address, _, token = running.inspector.partition("/#token=")
    request = urllib.request.Request(f"{address}/api/{path}", headers={"Authorization": f"Bearer {token}"})
    return json.loads(urllib.request.urlopen(request, timeout=30).read())


def test_a_crash_is_replayed_with_a_flag_changed(tmp_path, new_page, screenshot):
    with demo(tmp_path, *REHEARSAL, "--flag", "fast-save=true") as first:
        app = new_page(first.app, expects=("Failed to fetch", "net::"))
        open_document(app)
        app.locator("#editor").fill("planted-text")
        app.keyboard.press("Control+s")
        first.process.wait(timeout=60)
        assert first.process.returncode < 0
    with demo(tmp_path, *REHEARSAL) as second:
        run = call(second, "runs")["runs"][1]["id"]
        rows = call(second, f"timeline?run={run}&outcome=in-flight&limit=50")["rows"]
        saved = [row for row in rows if row["action"]["name"] == "Save Document"]
        # Without the hidden value it can't be replayed.
        address = second.page(f"timeline?run={run}&perform={saved[0]['id']}")
        page = listening(new_page, address, expects=("422",))
        detail = page.locator("#detail")
        expect(detail).to_contain_text("Retained for replay")
        detail.get_by_role("button", name="Replay…").click()
        dialog = page.get_by_role("dialog", name="Replay this failure")
        choice = dialog.get_by_role("combobox", name="Would it still have failed?")
        go = dialog.get_by_role("button", name="Replay", exact=True)
        go.click()
        expect(dialog.get_by_role("status")).to_contain_text("hidden values, which must be given: text")
        dialog.get_by_role("textbox", name="text", exact=True).fill("Other text")
        choice.select_option(label="With Fast Save off")
        go.press("Enter")
        status = dialog.get_by_role("status")
        expect(status).to_contain_text("It didn’t fail. With Fast Save off.", timeout=30_000)
        expect(status).to_contain_text("An earlier step was left out, which may be the reason.")
        step = status.get_by_role("row", name="Save Document")
        expect(step).to_contain_text("was in flight when the program ended")
        expect(step).to_contain_text("Different")
        choice.select_option(label="As it was recorded")
        go.click()
        expect(status).to_contain_text("It failed as it was recorded.", timeout=30_000)
        expect(status).to_contain_text("ended the program: SIGSEGV")
        assert violations(page) == []
        page.set_viewport_size({"width": 390, "height": 800})
        assert overflows(page) == 0
        screenshot(page, "replay")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
