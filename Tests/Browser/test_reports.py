"""Reports: one file about a run, created and downloaded on request."""

from pathlib import Path

import pytest
from conftest import violations
from inspector import inspector, ready


@pytest.fixture
def fixture():
    with inspector() as found:
        yield found


def begin(new_page, fixture, **options):
    page = ready(new_page(fixture.address("runs"), **options), "runs")
    page.get_by_role("button", name="Download report…").click()
    return page


def removal(page):
    """Waits until the page has removed the file from the program."""
    return page.expect_response(lambda response: response.request.method == "DELETE")


def test_a_report_is_created_and_downloaded(new_page, fixture):
    page = begin(new_page, fixture)
    # The chosen run is one that crashed.
    assert page.get_by_role("checkbox", name="Include the last crashed run").is_checked()
    page.get_by_role("radio", name="One HTML page").check()
    page.get_by_role("checkbox", name="Only actions started by the user").check()
    assert violations(page) == []
    with removal(page), page.expect_download() as download:
        fixture.gate.clear()
        page.get_by_role("button", name="Download", exact=True).click()
        page.get_by_role("progressbar").wait_for()
        fixture.gate.set()
    page.locator(".toast", has_text="Report downloaded.").wait_for()
    page.locator("dialog").wait_for(state="detached")
    assert download.value.suggested_filename == "Documents-report.html"
    assert Path(download.value.path()).read_bytes() == b"made up text"
    job = fixture.model.jobs["report-1"]
    assert job["asked"] == {"format": "html", "userInitiatedOnly": True, "crashedRun": True}
    assert not any("token" in request for request in fixture.requests)
    assert f"DELETE /api/reports/{job['job']['id']}" in fixture.requests


def test_a_failed_report_shows_its_reason_and_can_be_requested_again(new_page, fixture):
    fixture.model.report_problem = "The disk is full."
    page = begin(new_page, fixture)
    page.get_by_role("button", name="Download", exact=True).click()
    page.get_by_role("dialog").get_by_text("The disk is full.").wait_for()
    fixture.model.report_problem = None
    with page.expect_download():
        page.get_by_role("button", name="Download", exact=True).click()


def test_a_program_without_a_reporter_says_so_and_cancelling_stops_a_report(new_page, fixture):
    fixture.model.reporter = False
    page = ready(new_page(fixture.address("runs")), "runs")
    page.keyboard.press("Control+k")
    page.locator(".palette [role=option]").first.wait_for()
    page.keyboard.type("download report")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Reports aren’t available").wait_for()
    page.keyboard.press("Escape")
    fixture.model.reporter, fixture.model.report_step = True, 0
    page.get_by_role("button", name="Download report…").click()
    page.get_by_role("button", name="Download", exact=True).click()
    page.get_by_role("progressbar").wait_for()
    # A step that the program told: the report is being made.
    page.get_by_role("dialog").get_by_text("Logs", exact=True).wait_for()
    with removal(page):
        page.keyboard.press("Escape")
    assert fixture.model.jobs["report-1"]["removed"]
