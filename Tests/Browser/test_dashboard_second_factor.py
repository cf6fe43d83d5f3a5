"""Second factors, password links and disabled accounts in the dashboard."""

import re

import pytest
from authenticator import Authenticator
from conftest import SMALL, audit, overflows, violations
from dashboard_server import (
    MARA,
    PASSWORD,
    REFUSED,
    TOMAS,
    dialog,
    loaded,
    opened,
    opened_by_form,
    sign_in,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.own_server

NEW_PASSWORD = "staple a battery to it"


def enable(person):
    """Turns on the second factor of a person, and returns their app and recovery codes."""
    app = Authenticator(person.call("POST", "session/second-factor")["secret"])
    return app, person.call("PUT", "session/second-factor", {"code": app.next()})["recoveryCodes"]


def set_up(page):
    """Sets up a second factor in the open dialog, by keyboard, and returns the app and the recovery codes."""
    expect(dialog(page).get_by_role("heading", name="Set up a second factor")).to_be_visible()
    app = Authenticator(dialog(page).locator(".secret code").inner_text().replace(" ", ""))
    link = dialog(page).get_by_role("link", name="Open in the app").get_attribute("href")
    assert link.startswith("otpauth://totp/Firesteel:") and f"secret={app.secret}&" in link
    assert violations(page) == [] and overflows(page) == 0
    code = dialog(page).get_by_label("Code", exact=True)
    expect(code).to_be_focused()
    code.fill("000000")
    code.press("Enter")
    expect(dialog(page).get_by_role("alert").filter(has_text="This code is wrong")).to_be_visible()
    code.fill(app.next())
    code.press("Enter")
    expect(dialog(page).get_by_role("heading", name="Recovery codes")).to_be_visible()
    codes = dialog(page).locator("code").inner_text().split()
    assert len(codes) == 10
    assert violations(page) == [] and overflows(page) == 0
    # The codes aren't shown again, so closing needs a confirmation.
    page.keyboard.press("Escape")
    expect(dialog(page).get_by_role("checkbox", name="I copied it")).to_be_focused()
    page.keyboard.press("Space")
    dialog(page).get_by_role("button", name="Close").press("Enter")
    return app, codes


def enter_code(page, code):
    expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_label("Code", exact=True).press("Enter")


def test_a_person_sets_up_a_second_factor_and_signs_in_with_it(new_page, server, mara):
    page = opened(new_page, server, server.page("settings"), size=SMALL, theme="dark", expects=REFUSED)
    row = page.locator(".setting").filter(has_text="Second factor").filter(has_text="authenticator app")
    row.get_by_role("button", name="Set up…").press("Enter")
    app, codes = set_up(page)
    expect(page.get_by_text("10 recovery codes left.")).to_be_visible()
    audit(page)

    other = new_page(server.page("flags"), expects=REFUSED, size=SMALL, theme="dark")
    sign_in(other)
    expect(other.get_by_label("Code", exact=True)).to_be_focused()
    audit(other)
    enter_code(other, "123456")
    expect(other.get_by_role("alert").filter(has_text="This code is wrong")).to_contain_text("4 attempts left")
    enter_code(other, app.next())
    expect(loaded(other).get_by_role("heading", name="Flags", level=1)).to_be_visible()

    third = new_page(server.page("flags"), expects=REFUSED, size=SMALL, theme="dark")
    sign_in(third)
    enter_code(third, codes[0].lower())
    expect(loaded(third).get_by_role("heading", name="Flags", level=1)).to_be_visible()


def test_recovery_codes_are_replaced_and_the_second_factor_is_turned_off(new_page, server, mara):
    app, codes = enable(mara)
    server.sessions[MARA] = mara.cookie
    page = opened(new_page, server, server.page("settings"), expects=REFUSED)
    page.get_by_role("button", name="New recovery codes…").click()
    dialog(page).get_by_label("Code", exact=True).fill(codes[0])
    dialog(page).get_by_role("button", name="Create codes").click()
    expect(dialog(page).get_by_role("heading", name="Recovery codes")).to_be_visible()
    new = dialog(page).locator("code").inner_text().split()
    assert len(new) == 10 and not set(new) & set(codes)
    dialog(page).get_by_role("checkbox").check()
    dialog(page).get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Turn off…").click()
    dialog(page).get_by_label("Password", exact=True).fill(PASSWORD)
    dialog(page).get_by_label("Code", exact=True).fill(codes[1])
    dialog(page).get_by_role("button", name="Turn off").click()
    expect(dialog(page).get_by_role("alert").filter(has_text="This code is wrong")).to_be_visible()
    assert violations(page) == []
    dialog(page).get_by_label("Code", exact=True).fill(new[0])
    dialog(page).get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("Off. Codes of an authenticator app, after the password.")).to_be_visible()


def test_who_needs_a_second_factor_sets_it_up_before_anything_else(new_page, server, mara):
    server.invite(mara, "editor")
    mara.call("PUT", "access-rules", {"requiresSecondFactor": True})
    page = new_page(server.page("flags"), expects=(*REFUSED, "403"), size=SMALL, theme="dark")
    sign_in(page, TOMAS)
    expect(page.get_by_role("heading", name="Set up a second factor")).to_be_visible()
    audit(page)
    page.goto(server.page("settings"))
    expect(page.get_by_role("heading", name="Set up a second factor")).to_be_visible()
    expect(page.get_by_role("button", name="Set up…")).to_be_focused()
    page.keyboard.press("Enter")
    set_up(page)
    expect(loaded(page).get_by_role("heading", name="Settings", level=1)).to_be_visible()


def test_a_session_that_ended_continues_with_a_code(new_page, server, mara):
    app, _ = enable(mara)
    page = new_page(server.page("flags"), expects=REFUSED)
    sign_in(page)
    enter_code(page, app.next())
    loaded(page)
    mara.call("DELETE", "session?everywhere=1")
    expect(page.get_by_role("heading", name="You were signed out")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Sign in…").click()
    dialog(page).get_by_label("Password", exact=True).fill(PASSWORD)
    dialog(page).get_by_role("button", name="Sign in").click()
    expect(dialog(page).get_by_label("Code", exact=True)).to_be_focused()
    dialog(page).get_by_label("Code", exact=True).fill(app.next())
    dialog(page).get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="You were signed out")).to_have_count(0)


def test_a_password_link_resets_a_password_once(new_page, server, mara):
    server.invite(mara, "viewer")
    page = opened(new_page, server, server.page("settings"), size=SMALL, theme="dark")
    page.get_by_role("button", name="Manage the account of Tomás Ortega").click()
    page.get_by_role("menuitem", name="Create password link…").click()
    dialog(page).get_by_role("button", name="Create link").click()
    expect(dialog(page).get_by_role("heading", name="Password link for Tomás Ortega")).to_be_visible()
    link = dialog(page).locator("code").inner_text()
    audit(page)

    other = new_page(link, expects=(*REFUSED, "422", "403"), size=SMALL, theme="dark")
    expect(other.get_by_role("heading", name="Choose a new password")).to_be_visible()
    expect(other).not_to_have_url(re.compile("#"))
    audit(other)
    other.get_by_label("Password", exact=True).fill("password1234")
    other.get_by_role("button", name="Save password").click()
    expect(other.get_by_role("alert").filter(has_text="easy to guess")).to_be_visible()
    other.get_by_label("Password", exact=True).fill(NEW_PASSWORD)
    other.get_by_label("Password", exact=True).press("Enter")
    expect(other.get_by_role("heading", name="Password saved")).to_be_visible()
    expect(other.get_by_role("link", name="Sign in")).to_be_focused()
    audit(other)
    other.keyboard.press("Enter")
    sign_in(other, TOMAS, NEW_PASSWORD)
    loaded(other)
    again = new_page(link, expects=(*REFUSED, "403"))
    again.get_by_label("Password", exact=True).fill(NEW_PASSWORD)
    again.get_by_role("button", name="Save password").click()
    expect(again.get_by_role("alert").filter(has_text="was used, or has expired")).to_be_visible()


def test_an_administrator_disables_an_account_whose_tokens_are_listed(new_page, server, mara):
    tomas = server.invite(mara, "admin")
    token = {"name": "Nightly", "kind": "client", "environment": "development"}
    tomas.program("POST", "tokens", token)
    theirs = opened_by_form(new_page, server, server.page("flags"), TOMAS)
    page = opened(new_page, server, server.page("settings"))
    accounts = page.get_by_role("table", name="Accounts")
    manage = page.get_by_role("button", name="Manage the account of Tomás Ortega")
    manage.press("Enter")
    page.get_by_role("menuitem", name="Disable…").press("Enter")
    expect(dialog(page)).to_contain_text("Nightly (documents, development)")
    assert violations(page) == []
    dialog(page).get_by_role("button", name="Disable").click()
    expect(accounts.get_by_role("row").filter(has_text="Tomás Ortega")).to_contain_text("Disabled")
    expect(page.get_by_role("table", name="People")).to_contain_text("disabled")
    expect(theirs.get_by_role("heading", name="You were signed out")).to_be_visible(timeout=60_000)
    manage.click()
    page.get_by_role("menuitem", name="Enable…").click()
    dialog(page).get_by_role("button", name="Enable").click()
    expect(accounts.get_by_role("row").filter(has_text="Tomás Ortega")).to_contain_text("Enabled")
    # One's own account is managed by others.
    page.get_by_role("button", name="Manage the account of Mara Lindt").click()
    expect(page.get_by_role("menuitem", name="Disable…")).to_have_count(0)


def test_an_administrator_requires_a_second_factor_and_removes_a_lost_one(new_page, server, mara):
    tomas = server.invite(mara, "editor")
    enable(tomas)
    enable(mara)
    server.sessions[MARA] = mara.cookie
    page = opened(new_page, server, server.page("settings"))
    switch = page.get_by_role("switch", name="Require a second factor")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.press("Space")
    expect(switch).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Manage the account of Tomás Ortega").click()
    page.get_by_role("menuitem", name="Remove second factor…").click()
    dialog(page).get_by_role("button", name="Remove").click()
    row = page.get_by_role("table", name="Accounts").get_by_role("row").filter(has_text="Tomás Ortega")
    expect(row).to_contain_text("password only")
    expect(page.get_by_role("table", name="Access log")).to_contain_text("Removed a second factor")
    assert violations(page) == [] and overflows(page) == 0
