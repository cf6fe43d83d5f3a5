"""Helpers for tests of the flags page."""

from playwright.sync_api import expect


def row(page, key):
    return page.locator(f'.row.flag[data-key="{key}"]')


def keys(page):
    return page.locator(".row.flag").evaluate_all("rows => rows.map(row => row.dataset.key)")


def choose(page, key, name):
    row(page, key).click()
    expect(page.locator("#selected")).to_have_text(name)
    return page.locator("#detail")


def override(fixture, key):
    return fixture.overrides.get(key)
