"""Reports: one file about a run, created and downloaded on request."""

from pathlib import Path

import pytest
from conftest import violations
from earlier_runs import earlier_runs
from inspector import ready
from program import program


@pytest.fixture
def fixture():
    with program(runs=earlier_runs()) as found:
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
    assert fixture.bodies("reports") == [{"format": "html", "userInitiatedOnly": True, "crashedRun": True}]
    assert not any("token" in request for request in fixture.requests)
    assert fixture.requests[-1].startswith("DELETE /api/reports/")


def test_a_failed_report_shows_its_reason_and_can_be_requested_again(new_page, fixture):
    fixture.command(reports={"error": "The disk is full."})
    page = begin(new_page, fixture)
    page.get_by_role("button", name="Download", exact=True).click()
    page.get_by_role("dialog").get_by_text("The disk is full.").wait_for()
    fixture.command(reports={})
    with page.expect_download():
        page.get_by_role("button", name="Download", exact=True).click()


def test_a_program_without_a_reporter_says_so(new_page):
    with program(reports=False) as fixture:
        page = ready(new_page(fixture.address("runs")), "runs")
        page.keyboard.press("Control+k")
        page.locator(".palette [role=option]").first.wait_for()
        page.keyboard.type("download report")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Reports aren’t available").wait_for()


def test_cancelling_stops_a_report(new_page, fixture):
    fixture.command(reports={"waits": True})
    page = begin(new_page, fixture)
    page.get_by_role("button", name="Download", exact=True).click()
    page.get_by_role("progressbar").wait_for()
    # A step that the program told: the report is being made.
    page.get_by_role("dialog").get_by_text("Logs", exact=True).wait_for()
    with removal(page):
        page.keyboard.press("Escape")
    assert fixture.requests[-1].startswith("DELETE /api/reports/")
