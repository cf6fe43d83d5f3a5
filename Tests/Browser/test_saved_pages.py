"""Exports and reports as one file: opened from disk, without a server and without network."""

import json
import re
import signal

import pytest
from conftest import LIMIT, NARROW, SMALL, WIDE, overflows, violations
from demo import demo
from earlier_runs import earlier_runs
from inspector import ready
from playwright.sync_api import expect
from program import program

HOSTILE = "</script><img src=x onerror=document.title='hit'> & <!-- ‮"
BLOCK = re.compile(r'(<script type="application/json" class="data" data-kind="run" [^>]*>).*?(</script>)', re.S)
START = 1_767_225_600_000_000


def save(page, button, folder):
    with page.expect_download() as download:
        button.click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


@pytest.fixture(scope="module")
def files(browser, tmp_path_factory):
    """Exports of the demo after it has been used and has crashed: the run and the report, as pages."""
    folder = tmp_path_factory.mktemp("saved")
    with demo(folder) as running:
        use(browser, running, "# Once\n")
        running.process.send_signal(signal.SIGSEGV)
        running.process.wait(timeout=60)
    with demo(folder) as running:
        use(browser, running, "# Twice\n")
        page = browser.new_page(accept_downloads=True)
        page.set_default_timeout(LIMIT)
        page.goto(running.page("timeline"))
        page.locator(".row.event:not(.waiting)").first.wait_for()
        page.get_by_role("button", name="Export", exact=True).click()
        export = save(page, page.get_by_role("menuitem", name="HTML page"), folder)
        page.goto(running.page("runs"))
        page.get_by_role("button", name="Download report…").click()
        page.get_by_role("radio", name="One HTML page").check()
        page.get_by_role("checkbox", name="Include the last crashed run").check()
        report = save(page, page.get_by_role("button", name="Download", exact=True), folder)
        page.get_by_role("dialog").wait_for(state="detached")
        page.get_by_role("button", name="Download report…").click()
        page.get_by_role("checkbox", name="Include the last crashed run").check()
        archive = save(page, page.get_by_role("button", name="Download", exact=True), folder)
        page.close()
    return {"export": export, "report": report, "archive": archive, "folder": folder}


def use(browser, running, text):
    app = browser.new_page()
    app.set_default_timeout(LIMIT)
    app.goto(running.app)
    app.get_by_role("option", name="The lighthouse").click()
    expect(app.locator("#title")).to_have_text("The lighthouse")
    app.locator("#editor").fill(text)
    app.get_by_role("button", name="Save").click()
    expect(app.locator("#status")).to_contain_text("Saved")
    app.close()


@pytest.fixture
def open_file(new_page):
    """Opens a file without network. Requests other than for it fail the test."""

    def open_it(path, fragment="", **options):
        page, asked = new_page(offline=True, **options), []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{path.as_uri()}{fragment}")
        page.locator("main:not([aria-busy])").wait_for()
        assert all(url.startswith("file:") and url.split("#")[0] == path.as_uri() for url in asked), asked
        return page

    return open_it


def made_up(files, name, objects):
    """An exported file with other data."""
    path = files["folder"] / f"{name}.html"
    text = json.dumps(objects, ensure_ascii=False).replace("<", "\\u003c")
    exported = files["export"].read_text(encoding="utf-8")
    path.write_text(BLOCK.sub(lambda found: found[1] + text + found[2], exported, count=1), encoding="utf-8")
    return path


def a_run(number, text="Plan"):
    """A run of repeats, failures, log lines and flags that crashed during its last action."""
    subject = {
        "feature": "App/Documents",
        "feature-name": text,
        "action": "Save",
        "action-name": f"{text} it",
        "session": 1,
        "session-name": text,
    }
    objects = [{"kind": "run", "run": "made-up", "program": text, "version": "1", "end": "signal"}]
    for index in range(number):
        shared = {**subject, "perform": index + 1, "source": "application", "user": index % 3 == 0, "depth": 0}
        at = START + index * 10_000
        objects.append({"kind": "begin", "at": at, "input": [{"value": f"{text} {index}"}], **shared})
        if index == number - 1:
            break
        failed = index % 10 == 9
        end = {"kind": "completion", "at": at + 5_000, "took": 5_000, **shared}
        end |= {"outcome": "failure", "error": [{"value": text}]} if failed else {"outcome": "success"}
        if failed:
            objects.append({"kind": "log", "at": at, "severity": "error", "message": [{"value": text}], **shared})
        objects.append(end)
    objects.append({"kind": "flag", "flag": text, "latest": json.dumps(text), "values": [{"value": json.dumps(text)}]})
    ending = {"kind": "ending", "at": START + number * 10_000, "started": START, "message": text}
    ending |= {"number": 11, "name": "SIGSEGV", "words": "Segmentation fault"}
    frame = {"number": 0, "symbol": text, "image": text, "file": text, "line": 1, "system": False}
    ending["backtrace"] = {"reason": text, "thread": text, "cut": False, "frames": [frame]}
    return [*objects, {"kind": "end", "lost": 0}, ending]


def row(page, action):
    return page.locator(".row.event", has_text=action)


def facts(page):
    return page.locator("#facts")


def test_an_exported_run_is_filtered_and_read_by_keyboard(files, open_file, screenshot):
    page = open_file(files["export"], "#timeline")
    expect(row(page, "Save Document")).to_have_count(1)
    field = page.get_by_role("combobox", name="Filter the timeline")
    field.fill("action:Sa")
    expect(page.get_by_role("option", name="Save Document")).to_be_visible()
    field.press("ArrowDown")
    if page.get_by_role("option", name="Save Document").get_attribute("aria-selected") != "true":
        field.press("ArrowUp")
    field.press("Enter")
    expect(page.locator(".row.event:not(.waiting)")).to_have_count(1)
    expect(facts(page)).to_contain_text("1 matches")
    page.keyboard.press("Escape")
    page.locator(".rows").focus()
    page.keyboard.press("Enter")
    detail = page.locator("#detail")
    expect(detail.get_by_role("heading", name="Save Document")).to_be_visible()
    expect(detail).to_contain_text("Hidden by its type")
    assert detail.get_by_role("button", name="Perform again").count() == 0
    assert page.get_by_role("button", name="Export").count() == 0
    for part in ("perform=", "action=Save"):
        expect(page).to_have_url(re.compile(part))
    screenshot(page, "saved-timeline")
    # The address restores it.
    page.reload()
    expect(detail.get_by_role("heading", name="Save Document")).to_be_visible()
    expect(page.locator(".row.event:not(.waiting)")).to_have_count(1)


def test_an_action_leads_to_its_log_lines_and_back(files, open_file):
    page = open_file(made_up(files, "lines", a_run(30)), "#timeline?outcome=failure")
    expect(page.locator(".row.event:not(.waiting)")).to_have_count(2)
    page.locator(".row.event").first.click()
    page.locator("#detail").get_by_role("link", name="Show in logs").click()
    expect(page.locator(".row.line:not(.waiting)")).to_have_count(1)
    page.get_by_role("button", name="One action only").click()
    expect(page.locator(".row.line:not(.waiting)")).to_have_count(2)
    page.locator(".rows").focus()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.locator("#line").get_by_role("link", name="Plan › Plan it").click()
    expect(page.locator("#detail").get_by_role("heading", name="Plan it")).to_be_visible()
    page.go_back()
    expect(page.locator(".row.line").first).to_be_visible()


def test_repeats_are_folded_and_unfolded(files, open_file):
    page = open_file(made_up(files, "folds", a_run(31)), "#timeline")
    expect(page.locator(".times:visible")).to_have_text(["× 9", "× 9", "× 9"])
    page.locator(".rows").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#window")).to_contain_text("of 15")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#window")).to_contain_text("of 7")


def test_the_end_of_a_run_is_its_first_page(files, open_file, screenshot):
    page = open_file(made_up(files, "crash", a_run(40)))
    expect(page.get_by_role("heading", name="Crashed during Plan it")).to_be_visible()
    expect(page.locator(".fatal")).to_contain_text("signal 11 (SIGSEGV)")
    expect(page.get_by_role("heading", name="Backtrace")).to_be_visible()
    expect(page.get_by_role("heading", name="Flags in effect")).to_be_visible()
    assert page.locator("#detail").get_by_role("button").all_inner_texts() == ["Copy as Markdown"]
    screenshot(page, "saved-crash")
    page.locator(".flight").get_by_role("link", name="Plan it").click()
    expect(page.locator("#detail").get_by_role("heading", name="Plan it")).to_be_visible()
    expect(page.locator(".row.event[aria-selected=true]")).to_have_count(1)
    page.get_by_role("navigation").get_by_role("link", name="Flags").click()
    expect(page.locator("tbody tr")).to_have_count(1)


def test_hostile_text_stays_text_on_every_page(files, open_file):
    path = made_up(files, "hostile", a_run(40, HOSTILE))
    for fragment in ("", "#timeline?perform=10", "#timeline?view=waterfall", "#logs", "#flags"):
        page = open_file(path, fragment)
        expect(page.locator("main")).to_contain_text("<img src=x")
        assert page.locator("img").count() == 0
        assert "hit" not in page.title().replace(HOSTILE, "")


def test_a_run_of_many_events_opens_with_few_elements(files, open_file):
    page = open_file(made_up(files, "many", a_run(50_001)), "#timeline")
    expect(facts(page)).to_contain_text("50,001 actions", timeout=60_000)
    expect(page.locator(".row.event:not(.waiting)").first).to_be_visible()
    assert page.locator("*").count() < 2_000
    page.get_by_role("combobox").fill("Plan 49999")
    expect(facts(page)).to_contain_text("1 matches")
    expect(page.locator(".row.event:not(.waiting)")).to_have_count(1)


def test_an_empty_run_says_so(files, open_file):
    head = {"kind": "run", "run": "made-up", "program": "Documents", "end": "orderly"}
    page = open_file(made_up(files, "empty", [head, {"kind": "end"}]), "#timeline")
    expect(page.get_by_role("heading", name="No actions in this run")).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="Logs").click()
    expect(page.get_by_role("heading", name="No log lines")).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="Flags").click()
    expect(page.get_by_role("heading", name="No flags recorded")).to_be_visible()


def test_a_damaged_file_says_so(files, new_page):
    path = files["folder"] / "damaged.html"
    exported = files["export"].read_text(encoding="utf-8")
    path.write_text(BLOCK.sub(lambda found: found[1] + '[{"kind":' + found[2], exported, count=1), encoding="utf-8")
    page = new_page(path.as_uri(), offline=True, expects=("JSON",))
    expect(page.get_by_role("heading", name="Can’t read this file")).to_be_visible()


def test_a_report_has_its_sections_the_crash_and_both_runs(files, open_file, screenshot):
    page = open_file(files["report"])
    expect(page.get_by_role("heading", name="Versions")).to_be_visible()
    expect(page.get_by_role("heading", name="Purchases")).to_be_attached()
    screenshot(page, "saved-report")
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Availability").click()
    expect(page.locator("#section-availability h2")).to_be_focused()
    navigation = page.get_by_role("navigation", name="Pages")
    navigation.get_by_role("link", name="Crash").click()
    expect(page.locator("#selected")).to_contain_text("Crashed")
    page.locator("#detail").get_by_role("link", name="Timeline", exact=True).click()
    expect(page.locator("#banners")).to_contain_text("This is an earlier run")
    expect(row(page, "Save Document").first).to_be_visible()
    navigation.get_by_role("link", name="Timeline").click()
    expect(page.locator("#banners")).not_to_contain_text("earlier run")
    navigation.get_by_role("link", name="Logs").click()
    expect(page.locator(".row.line:not(.waiting)").first).to_be_visible()
    navigation.get_by_role("link", name="Flags").click()
    expect(page.locator("main tbody tr").first).to_be_visible()
    page.get_by_role("searchbox").fill("readingSpeed")
    expect(page.locator("main tbody tr").first).to_contain_text("readingSpeed")


PAGES = ["", "#timeline?perform=10", "#timeline?view=waterfall", "#logs?level=error", "#flags", "#report"]


def test_every_page_passes_the_audit_and_fits(files, open_file, screenshot):
    crash = made_up(files, "audit", a_run(40))
    for path, fragments in ((crash, PAGES[:-1]), (files["report"], PAGES[-1:] + PAGES[3:5])):
        for fragment in fragments:
            page = open_file(path, fragment, size=SMALL)
            expect(page.locator("main")).not_to_be_empty()
            name = re.sub(r"\W+", "-", fragment).strip("-") or "crash"
            for size, theme in ((SMALL, "light"), (NARROW, "dark"), (WIDE, "light")):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.emulate_media(color_scheme=theme)
                assert overflows(page) <= 0, (fragment, size)
                assert violations(page) == [], (fragment, size)
                screenshot(page, f"saved-{path.stem.split('-')[0]}-{name}-{size[0]}-{theme}")


def test_a_narrow_page_opens_and_closes_details(files, open_file):
    page = open_file(made_up(files, "narrow", a_run(40)), "#timeline?outcome=failure", size=SMALL)
    page.locator(".row.event").first.click()
    expect(page.locator("#detail").get_by_role("heading", name="Plan it")).to_be_visible()
    page.go_back()
    expect(page.locator(".row.event").first).to_be_visible()


# ---------- Opened in the inspector


@pytest.fixture
def runs(new_page):
    """The runs page of another program, and the requests that it has received since."""
    with program(runs=earlier_runs()) as fixture:
        page = ready(new_page(fixture.address("runs")), "runs")
        page.locator("#detail .flight").first.wait_for()
        page.fixture = fixture
        yield page


def choose(page, path):
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open report…").click()
    chooser.value.set_files(path)


@pytest.mark.parametrize("form", ["report", "archive"])
def test_a_report_is_opened_like_a_run_and_closed(files, runs, screenshot, form):
    before, name = len(runs.fixture.requests), files[form].name
    choose(runs, files[form])
    detail, opened = runs.locator("#detail"), runs.locator("a.run", has_text=name)
    expect(opened).to_have_count(2)
    expect(detail.get_by_role("heading", name=re.compile("^Crashed"))).to_be_focused()
    expect(detail.locator(".fatal")).to_contain_text("SIGSEGV")
    assert detail.get_by_role("button").all_inner_texts()[:2] == ["Copy as Markdown", "Close"]
    screenshot(runs, f"opened-{form}")
    # The report's own run has its sections.
    expect(opened.nth(0)).to_contain_text("Running when saved")
    opened.nth(0).click()
    expect(detail.get_by_role("heading", name="Versions")).to_be_visible()
    expect(detail.get_by_role("region", name="Availability")).to_contain_text("Document")
    assert violations(runs) == []
    detail.get_by_role("link", name="Timeline", exact=True).click()
    expect(runs.locator("#banners")).to_contain_text(f"from the file “{name}”")
    expect(row(runs, "Save Document").first).to_be_visible()
    runs.get_by_role("combobox", name="Filter the timeline").fill("action:Save ")
    expect(runs.locator(".row.event:not(.waiting)")).to_have_count(1)
    runs.locator(".rows").focus()
    runs.keyboard.press("Enter")
    expect(detail.get_by_role("heading", name="Save Document")).to_be_visible()
    expect(runs.get_by_role("button", name="Export", exact=True)).to_be_hidden()
    runs.get_by_role("navigation", name="Pages").get_by_role("link", name="Runs").click()
    expect(opened).to_have_count(2)
    opened.nth(0).click()
    detail.get_by_role("button", name="Close").click()
    expect(opened).to_have_count(0)
    expect(runs.get_by_role("button", name="Open report…")).to_be_focused()
    assert not any("opened-" in request for request in runs.fixture.requests[before:])
    assert not any(request.startswith("POST") for request in runs.fixture.requests[before:])


def test_an_exported_run_is_opened_with_its_logs(files, runs):
    choose(runs, made_up(files, "with-logs", a_run(40)))
    expect(runs.locator("#detail").get_by_role("heading", name="Crashed during Plan it")).to_be_visible()
    runs.locator("#detail").get_by_role("link", name="Show in logs").click()
    expect(runs.locator(".row.line:not(.waiting)")).to_have_count(3)
    expect(runs.locator("#banners")).to_contain_text("with-logs.html")


def test_a_file_is_opened_by_dropping_it(files, runs):
    text = files["export"].read_text(encoding="utf-8")
    data = runs.evaluate_handle(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "dropped.html", { type: "text/html" }));
            return data;
        }""",
        text,
    )
    runs.dispatch_event("#main", "dragover", {"dataTransfer": data})
    expect(runs.locator("#main[data-drop]")).to_have_count(1)
    runs.dispatch_event("#main", "drop", {"dataTransfer": data})
    expect(runs.locator("a.run", has_text="dropped.html")).to_have_count(1)
    expect(runs.locator("#main[data-drop]")).to_have_count(0)


def broken(files, name, contents):
    path = files["folder"] / name
    path.write_bytes(contents)
    return path


def test_files_that_cant_be_opened_say_why_and_change_nothing(files, runs):
    export, archive = files["export"].read_bytes(), files["archive"].read_bytes()
    newer = files["report"].read_text(encoding="utf-8").replace('"format":"1.1"', '"format":"2.0"', 1)
    before = runs.locator("#detail h2").inner_text()
    for path, problem in [
        (broken(files, "photo.zip", b"\x89PNG" * 100), "isn’t a report"),
        (broken(files, "empty.html", b""), "isn’t a report"),
        (broken(files, "cut.html", export[: export.index(b'"kind":"end"')]), "is damaged: its end is missing"),
        (broken(files, "cut.zip", archive[: len(archive) // 2]), "is damaged: its directory is missing"),
        (broken(files, "bits.zip", archive[:2000] + b"\0" * 64 + archive[2064:]), None),
        (broken(files, "newer.html", newer.encode()), "its format 2.0 isn’t supported here"),
    ]:
        choose(runs, path)
        toast = runs.locator(".toast", has_text=path.name)
        if problem is None:
            # The flipped bytes may be of another file in the archive.
            toast.wait_for()
            continue
        expect(toast).to_contain_text(problem)
        assert runs.locator("a.run", has_text=path.name).count() == 0
    if runs.locator("a.run", has_text="bits.zip").count() == 0:
        assert runs.locator("#detail h2").inner_text() == before


def test_an_archive_that_unpacks_to_more_than_it_declares_is_rejected(files, runs):
    archive = bytearray(files["archive"].read_bytes())
    entry = archive.rindex(b"index.html") - 46
    archive[entry + 24 : entry + 28] = (1000).to_bytes(4, "little")
    choose(runs, broken(files, "bomb.zip", bytes(archive)))
    expect(runs.locator(".toast", has_text="bomb.zip")).to_contain_text("larger than declared")


def test_opened_hostile_text_stays_text_and_the_number_of_files_is_bounded(files, runs):
    path = made_up(files, "hostile-opened", a_run(40, HOSTILE))
    choose(runs, path)
    expect(runs.locator("#detail h2").first).to_contain_text("<img src=x")
    assert runs.locator("img").count() == 0
    for _ in range(3):
        choose(runs, path)
        expect(runs.locator(".toast", has_text="opened").first).to_be_visible()
    expect(runs.locator("a.run", has_text="hostile-opened")).to_have_count(4)
    choose(runs, path)
    expect(runs.locator(".toast", has_text="4 files are open")).to_be_visible()
    runs.reload()
    expect(runs.get_by_role("heading", name="This run is no longer available")).to_be_visible()
    expect(runs.locator("#detail")).to_contain_text("Open it again")
