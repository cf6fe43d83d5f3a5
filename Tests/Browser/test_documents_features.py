"""The functions of the demo's page beside writing: export, statistics and the focus mode, in both themes and widths."""

import pytest
from conftest import NARROW, SMALL, WIDE, overflows, violations, wait_until
from demo import demo
from documents import checkbox, entry, open_document, open_menu, press, share, switch_export
from inspector import listening
from playwright.sync_api import expect


@pytest.fixture
def running(tmp_path):
    with demo(tmp_path) as running:
        yield running


@pytest.fixture
def app(running, new_page):
    return new_page(running.app)


def figure(page, name):
    return page.locator("#figures > div", has_text=name).locator("dd")


def choose_feature(features, identifier):
    features.locator(f'[role=treeitem][data-key="Documents/{identifier}"]').click()
    expect(features.locator("#detail")).to_have_attribute("data-path", f"Documents/{identifier}")
    return features.locator(".detail").get_by_role("switch")


def test_a_document_is_exported_as_a_complete_page(app, new_page, tmp_path, screenshot):
    open_document(app)
    app.locator("#editor").fill("# The lighthouse\n\nIt *burns* again. <script>alert(1)</script>\n")
    with app.expect_download() as download:
        press(app, "Export as HTML")
    assert download.value.suggested_filename == "The lighthouse.html"
    expect(app.locator(".toast", has_text="“The lighthouse.html” downloaded")).to_be_visible()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    page = new_page(saved.as_uri())
    expect(page).to_have_title("The lighthouse")
    expect(page.get_by_role("heading", name="The lighthouse")).to_be_visible()
    expect(page.locator("em")).to_have_text("burns")
    assert page.locator("script").count() == 0
    screenshot(page, "documents-exported")
    assert [found for found in violations(page) if "landmark" not in found and "region" not in found] == []


def test_the_menu_begins_with_what_usually_comes_next(app, running):
    def is_offered():
        open_menu(app)
        count = entry(app, "Next: Export as HTML").count()
        app.keyboard.press("Escape")
        return count == 1

    for _ in range(3):
        open_document(app)
        assert not is_offered()
        with app.expect_download():
            press(app, "Export as HTML")
        app.get_by_role("button", name="Close document").click()
        expect(app.locator("#open")).to_be_hidden()
    open_document(app)
    wait_until(is_offered)
    open_menu(app)
    expect(entry(app, "Next: Export as HTML")).to_be_focused()
    assert violations(app) == []
    with app.expect_download():
        app.keyboard.press("Enter")
    running.edit_flags(switch_export(False))
    expect(entry(app, "Export as HTML")).to_be_hidden()
    app.get_by_role("button", name="Close document").click()
    open_document(app)
    wait_until(lambda: not is_offered())


def test_commands_that_need_a_document_say_so_without_one(app):
    for name in ("Export as HTML", "Focus mode"):
        press(app, name)
        expect(app.locator(".toast", has_text="Open a document first.").last).to_be_visible()


def test_premium_adds_the_statistics_to_every_tab_and_they_follow_the_typing(running, app, new_page):
    other = new_page(running.app)
    open_menu(other)
    expect(entry(other, "Focus mode")).to_be_visible()
    expect(checkbox(other, "Statistics")).to_be_hidden()
    open_document(app)
    press(app, "Premium")
    expect(checkbox(other, "Statistics")).to_be_visible()

    app.locator("#editor").fill("One two. Three four five!\n\nSix\n")
    press(app, "Statistics")
    for name, value in {"Words": "6", "Sentences": "3", "Paragraphs": "2", "Reading time": "about 1 min"}.items():
        expect(figure(app, name)).to_have_text(value)
    app.locator("#editor").fill("word " * 500)
    expect(figure(app, "Words")).to_have_text("500")
    expect(figure(app, "Reading time")).to_have_text("about 3 min")
    # How fast people read is a flag.
    running.edit_flags(lambda flags: flags["readingSpeed"].update(variants={"usual": 50, "careful": 30}))
    expect(figure(app, "Reading time")).to_have_text("about 10 min")
    app.locator("#editor").fill("")
    expect(figure(app, "Reading time")).to_have_text("none")

    app.get_by_role("button", name="Close statistics").click()
    expect(app.locator("#statistics")).to_be_hidden()
    expect(app.locator("#editor")).to_be_focused()
    app.locator("#editor").fill("and on")
    open_menu(app)
    expect(checkbox(app, "Statistics")).to_have_attribute("aria-checked", "false")


def test_the_statistics_disappear_without_premium_or_the_preview(running, app, new_page):
    features, access = listening(new_page, running.page("features")), new_page(running.page("access"))
    open_document(app)
    press(app, "Premium")
    press(app, "Statistics")
    expect(app.locator("#statistics")).to_be_visible()
    # An override of the inspector has priority over purchases.
    premium = access.get_by_role("combobox", name="Premium: status")
    premium.select_option("denied")
    expect(app.locator("#statistics")).to_be_hidden()
    open_menu(app)
    expect(checkbox(app, "Statistics")).to_be_hidden()
    expect(checkbox(app, "Premium")).to_have_attribute("aria-checked", "false")
    premium.select_option("")
    expect(checkbox(app, "Statistics")).to_be_visible()
    expect(app.locator("#statistics")).to_be_hidden()

    # Once the page shows what the last change came to it isn't drawn anew while it is pressed.
    statistics = features.locator('[role=treeitem][data-key="Documents/DocumentStatistics"]')
    expect(statistics.locator(".mark")).to_have_text("Available")
    preview = choose_feature(features, "DocumentPreview")
    expect(preview).to_have_attribute("aria-checked", "true")
    preview.click()
    expect(checkbox(app, "Statistics")).to_be_hidden()
    expect(checkbox(app, "Premium")).to_have_attribute("aria-checked", "true")
    choose_feature(features, "DocumentStatistics")
    expect(features.locator(".detail")).to_contain_text("Needs Document Preview")


def test_the_focus_mode_shows_only_the_text(app):
    open_document(app)
    app.get_by_role("button", name="Read", exact=True).click()
    press(app, "Focus mode")
    expect(app.locator("#editor")).to_be_focused()
    for gone in (".bar", ".side", ".document-head", "#preview"):
        expect(app.locator(gone)).to_be_hidden()
    expect(app.get_by_role("button", name="Leave focus mode")).to_be_visible()
    app.keyboard.press("Escape")
    expect(app.locator(".bar")).to_be_visible()
    expect(app.locator("#title")).to_be_focused()

    app.get_by_role("button", name="Write", exact=True).click()
    press(app, "Focus mode")
    app.locator("#editor").fill("# The lighthouse\n\nWritten in quiet.\n")
    app.keyboard.press("Control+s")
    app.get_by_role("button", name="Leave focus mode").click()
    expect(app.locator("#status")).to_contain_text("Saved")
    expect(app.locator("#editor")).to_be_focused()


def test_switching_the_focus_mode_off_ends_it_in_the_open_tab(running, app, new_page):
    features = listening(new_page, running.page("features"))
    open_document(app)
    press(app, "Focus mode")
    expect(app.locator(".bar")).to_be_hidden()
    switch = choose_feature(features, "FocusMode")
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(app.locator(".bar")).to_be_visible()
    open_menu(app)
    expect(entry(app, "Focus mode")).to_be_hidden()
    expect(checkbox(app, "Allow focus mode")).to_have_attribute("aria-checked", "false")
    checkbox(app, "Allow focus mode").click()
    open_menu(app)
    expect(entry(app, "Focus mode")).to_be_visible()
    expect(switch).to_have_attribute("aria-checked", "true")


def test_the_menu_and_the_toolbar_have_keyboard_navigation(running, app):
    running.edit_flags(lambda flags: share(flags, 100))
    open_document(app)
    app.locator("#menu-button").focus()
    app.keyboard.press("ArrowDown")
    expect(entry(app, "Focus mode")).to_be_focused()
    app.keyboard.press("ArrowDown")
    expect(entry(app, "Export as HTML")).to_be_focused()
    app.keyboard.press("Escape")
    expect(app.locator("#menu-button")).to_be_focused()
    toolbar = app.get_by_role("toolbar", name="Markdown")
    expect(toolbar).to_be_visible()
    assert toolbar.locator("[tabindex='-1']").count() == 5
    toolbar.get_by_role("button", name="Bold").focus()
    app.keyboard.press("ArrowLeft")
    expect(toolbar.get_by_role("button", name="Quote")).to_be_focused()


def test_everything_is_accessible_and_fits(running, new_page, screenshot):
    running.edit_flags(lambda flags: share(flags, 100))
    app = new_page(running.app, size=SMALL)

    def look(name, has_whole_window=False):
        for size, theme in ((WIDE, "light"), (NARROW, "dark"), (SMALL, "light")):
            app.set_viewport_size({"width": size[0], "height": size[1]})
            app.emulate_media(color_scheme=theme)
            screenshot(app, f"documents-{name}-{size[0]}-{theme}")
            assert overflows(app) <= 0, (name, size)
            assert violations(app) == [], (name, size)
            if has_whole_window:
                box = app.locator("#editor").bounding_box()
                assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, *size)

    open_document(app)
    expect(app.locator("#app[data-layout=wide]")).to_have_count(1)
    press(app, "Premium")
    open_menu(app)
    expect(checkbox(app, "Statistics")).to_be_visible()
    look("menu")
    expect(checkbox(app, "Statistics")).to_be_visible()
    press(app, "Statistics")
    expect(figure(app, "Words")).to_be_visible()
    look("statistics")
    press(app, "Focus mode")
    expect(app.locator(".bar")).to_be_hidden()
    look("focus", has_whole_window=True)
    app.keyboard.press("Escape")
    with app.expect_download():
        press(app, "Export as HTML")
    expect(app.locator(".toast", has_text="downloaded")).to_be_visible()
    look("exported")
    running.edit_flags(lambda flags: share(flags, 0))
    expect(app.get_by_role("toolbar")).to_be_hidden()
    look("classic")


def test_an_unchanged_list_retains_its_rows_when_it_is_read_again(app):
    rows = app.locator("#list li")
    rows.first.wait_for()
    row = rows.first.element_handle()
    for _ in range(2):
        # The list is read again when the page is seen again; the second time the first answer was shown.
        with app.expect_response("**/perform/list") as answer:
            app.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        answer.value.finished()
    assert row.evaluate("row => row.isConnected")


def test_a_feature_is_not_switched_before_the_features_are_loaded(running, new_page):
    app, asked = new_page(), []
    app.route("**/stream", lambda route: asked.append(route))
    app.on("request", lambda request: asked.append(request) if "switch-feature" in request.url else None)
    app.goto(running.app)
    press(app, "Preview")
    expect(app.locator(".toast p")).to_have_text("The features aren’t loaded yet.")
    assert not [call for call in asked if "switch-feature" in str(call)]
