"""The column of the dashboard's flags that says when sessions evaluated them last."""

import re

import pytest
from conftest import audit
from dashboard_insight import DAY, now
from dashboard_server import loaded, opened
from held import Held
from playwright.sync_api import expect


@pytest.fixture
def mara(server):
    mara = server.first()
    mara.create("fast-save", "Fast Save")
    mara.create("ruler", "Ruler")
    return mara


def row(page, name):
    return page.get_by_role("row", name=name)


def test_the_list_says_when_flags_were_evaluated_last(new_page, screenshot, server, mara):
    page = opened(new_page, server, server.page("segments", "development"))
    today = now() // DAY * DAY
    used = {"flag": "fast-save", "sessions": 18_240, "lastDay": today}
    found = {"flags": [used, {"flag": "unknown", "sessions": 2, "lastDay": None}], "from": 0, "until": now()}
    page.route(re.compile("/insight/exposure"), lambda route: route.fulfill(json=found))
    page.goto(server.page("flags", "development"))
    loaded(page)
    evaluated = re.compile("^Fast Save, .*last evaluated today, 18,240 exposures in 7 days$")
    cell = row(page, evaluated).locator(".asks")
    expect(row(page, re.compile("^Ruler, ((?!evaluated).)*$")).locator(".asks")).to_have_text("")
    expect(cell.locator("span")).to_have_text(["Today", "18,240 exposures"])
    expect(page.locator("#head").get_by_title("Evaluated in development")).to_have_text("Evaluated")
    audit(page, screenshot, "dashboard-evaluated")
    # It is narrow now.
    expect(cell).to_be_hidden()


def test_the_list_does_not_wait_for_evaluations_and_works_without(new_page, server, mara):
    page = opened(new_page, server, server.page("segments", "development"), expects=("500",))
    held = Held(page, "/insight/exposure")
    page.goto(server.page("flags", "development"))
    held.wait()
    expect(row(loaded(page), "Fast Save").locator(".asks")).to_have_text("")
    flags = [{"flag": "fast-save", "sessions": 1, "lastDay": now()}]
    held.answers[0][0].fulfill(json={"flags": flags, "from": 0, "until": 0})
    expect(row(page, "Fast Save").locator(".asks")).to_have_text("Today1 exposure")
    failure = {"error": {"code": "internal", "message": "The server failed."}}
    page.unroute_all()
    page.route(re.compile("/insight/exposure"), lambda route: route.fulfill(status=500, json=failure))
    with page.expect_response(re.compile("/insight/exposure")):
        page.reload()
    expect(row(loaded(page), "Fast Save")).to_be_visible()
    expect(page.get_by_text("The server failed.")).to_have_count(0)
    row(page, "Ruler").click()
    expect(page.get_by_role("heading", name="Ruler", level=1)).to_be_visible()
