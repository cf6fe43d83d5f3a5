"""Helpers for tests of the demo's own page."""

from playwright.sync_api import expect

EXPORT = "Documents/DocumentExport"


def open_document(page, name="The lighthouse"):
    page.get_by_role("option", name=name).click()
    expect(page.locator("#title")).to_have_text(name)


def open_menu(page):
    if page.locator("#menu").is_hidden():
        page.get_by_role("button", name="Menu").click()
    expect(page.locator("#menu")).to_be_visible()


def entry(page, name):
    """An entry of the menu, which must be open."""
    return page.locator("#menu").get_by_role("menuitem", name=name, exact=True)


def checkbox(page, name):
    return page.locator("#menu").get_by_role("menuitemcheckbox", name=name, exact=True)


def press(page, name):
    """Opens the menu and presses an entry, which closes it."""
    open_menu(page)
    page.locator("#menu").locator("[role=menuitem], [role=menuitemcheckbox]").get_by_text(name, exact=True).click()
    expect(page.locator("#menu")).to_be_hidden()


def layout(page):
    """Returns the layout of the text here: `classic` or `wide`, once the server has said so."""
    page.locator("#app[data-layout]").wait_for()
    return page.locator("#app").get_attribute("data-layout")


def share(flags, percent):
    """Gives the wide editor to so many people of a hundred."""
    flags["editor"]["targeting"] = {"fractional": [["classic", 100 - percent], ["wide", percent]]}


def switch_export(on):
    def change(flags):
        flags[EXPORT]["defaultVariant"] = "on" if on else "off"

    return change
