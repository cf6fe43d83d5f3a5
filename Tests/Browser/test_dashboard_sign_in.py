"""Signing in to the dashboard: the first account, errors, sessions that end elsewhere."""

import re

import pytest
from conftest import SMALL, audit, violations
from dashboard_server import MARA, PASSWORD, REFUSED, dialog, loaded, opened_by_form, sign_in
from held import Held
from playwright.sync_api import expect

pytestmark = pytest.mark.own_server


def test_the_first_account_creates_the_first_program(new_page, server):
    page = new_page(f"{server.origin}/nowhere", expects=("404", *REFUSED), size=SMALL, theme="dark")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Open the dashboard").click()
    expect(page.get_by_role("heading", name="Create the first account")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{server.origin}/#first={server.code}")
    expect(page.get_by_role("heading", name="Create the first account")).to_be_visible()
    expect(page.get_by_label("Code")).to_have_value(server.code)
    expect(page).not_to_have_url(re.compile(re.escape(server.code)))
    audit(page)
    page.get_by_label("Name").fill("Mara Lindt")
    page.get_by_label("Email").fill(MARA)
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("Enter at least 12 characters.")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name="Create the first program")).to_be_visible()
    audit(page)
    page.get_by_label("Name").fill("My Documents")
    expect(page.get_by_label("Identifier")).to_have_value("my-documents")
    page.get_by_role("button", name="Create program").click()
    expect(page.get_by_role("heading", name="Connect a program")).to_be_visible()
    # Nothing that is tried in the first environment affects users, or needs an approval.
    expect(page).to_have_url(re.compile("/p/my-documents/development"))
    audit(page)


def test_a_wrong_password_says_how_many_attempts_are_left_and_the_right_one_opens_the_page(new_page, server, mara):
    page = new_page(server.page("flags"), expects=REFUSED)
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    checking = Held(page, "/api/v1/session$")
    sign_in(page, password="something else entirely")
    checking.wait()
    expect(page.get_by_role("button", name="Signing in…")).to_be_disabled()
    expect(page.get_by_role("status").filter(has_text="Signing in…")).to_have_count(1)
    checking.release()
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_enabled()
    expect(page.get_by_role("status").filter(has_text="Signing in…")).to_have_count(0)
    expect(page.get_by_role("alert").filter(has_text="Incorrect email or password")).to_contain_text("left")
    expect(page.get_by_label("Password")).to_be_focused()
    assert violations(page) == []
    page.unroute_all()
    sign_in(page)
    expect(loaded(page).get_by_role("heading", name="Flags", level=1)).to_be_visible()
    page.get_by_role("button", name="Mara Lindt").click()
    page.get_by_role("menuitem", name="Sign out", exact=True).click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_many_wrong_passwords_are_refused_for_a_while(new_page, server, mara):
    page = new_page(f"{server.origin}/sign-in", expects=(*REFUSED, "429"))
    for number in range(5):
        sign_in(page, password=f"wrong password {number}")
        page.locator(".note").wait_for()
        expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    sign_in(page)
    expect(page.locator(".note.warning")).to_contain_text("Too many attempts")


def test_a_session_that_ended_elsewhere_continues_on_the_same_page(new_page, server, mara):
    mara.create("fast-save", "Fast Save")
    page = opened_by_form(new_page, server, server.page("flags/fast-save", "development"))
    page.get_by_role("button", name="Add a rule").click()
    expect(page.locator("#unsaved")).to_be_visible()
    mara.call("DELETE", "session?everywhere=1")
    expect(page.get_by_role("heading", name="You were signed out")).to_be_visible()
    page.get_by_role("button", name="Sign in…").click()
    dialog(page).get_by_label("Password").fill(PASSWORD)
    dialog(page).get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="You were signed out")).to_have_count(0)
    expect(page.locator("#unsaved")).to_contain_text("1 change")
