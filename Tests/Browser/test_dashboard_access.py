"""Access to the dashboard: the OpenID Connect provider, sessions, invitations, and the access log."""

import json
import re
import sqlite3
import urllib.request
import warnings

import pytest
from conftest import SMALL, audit, overflows, violations
from dashboard_server import PASSWORD, REFUSED, dialog, loaded, opened_by_form, serving
from playwright.sync_api import expect

with warnings.catch_warnings():
    # Its libraries announce their own changes.
    warnings.simplefilter("ignore")
    import oidc_provider_mock

# The provider's pages load a style sheet from elsewhere, and leave its style out without it.
PROVIDER = (*REFUSED, "ERR_", "favicon")


@pytest.fixture
def provider():
    with oidc_provider_mock.run_server_in_thread(require_nonce=True) as running:
        yield f"http://localhost:{running.server_port}"


@pytest.fixture
def server(tmp_path, provider, monkeypatch):
    monkeypatch.setenv("FIRESTEEL_OIDC_SECRET", "a secret")
    options = ["--origin", "{origin}", "--oidc-issuer", provider, "--oidc-client-id", "firesteel"]
    with serving(tmp_path, [*options, "--oidc-name", "Example"]) as running:
        yield running


def person(provider, subject, **claims):
    body = json.dumps({"email_verified": True, **claims}).encode()
    request = urllib.request.Request(
        f"{provider}/users/{subject}", body, {"Content-Type": "application/json"}, method="PUT"
    )
    with urllib.request.urlopen(request, timeout=60):
        pass


def at_provider(page, subject=None):
    """Signs in on the provider's page, or declines."""
    expect(page.get_by_role("heading", name="Authorize Client")).to_be_visible()
    if subject:
        page.locator("input[name=sub]").fill(subject)
        page.get_by_role("button", name="Authorize").click()
    else:
        page.get_by_role("button", name="Deny").click()


def test_an_invited_person_signs_in_at_the_provider_and_sees_the_page_they_opened(new_page, server, provider, mara):
    mara.program("POST", "invitations", {"email": "tomas@example.com", "role": "editor"})
    person(provider, "tomas", email="tomas@example.com", name="Tomás Ortega")
    page = new_page(server.page("flags"), expects=PROVIDER, size=SMALL, theme="dark")
    expect(page.get_by_role("button", name="Continue with Example")).to_be_visible()
    audit(page)
    page.get_by_role("button", name="Continue with Example").click()
    at_provider(page, "tomas")
    expect(loaded(page).get_by_role("heading", name="Flags", level=1)).to_be_visible()
    expect(page).to_have_url(server.page("flags"))
    page.goto(server.page("settings"))
    expect(page.get_by_role("table", name="Your sessions")).to_contain_text("this session")
    expect(page.get_by_role("button", name="Change password…")).to_have_count(0)
    audit(page)


def test_the_page_has_the_reason_why_signing_in_at_the_provider_failed(new_page, server, provider, mara):
    person(provider, "eve", email="eve@example.com")
    page = new_page(server.page("flags"), expects=(*PROVIDER, "403"))
    page.get_by_role("button", name="Continue with Example").click()
    at_provider(page, "eve")
    expect(page.get_by_role("heading", name="Not signed in")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("eve@example.com has no access")
    expect(page).to_have_url(f"{server.origin}/sign-in/callback")
    assert violations(page) == [] and overflows(page) == 0
    person(provider, "eve", email="eve@example.com", email_verified=False)
    page.get_by_role("button", name="Try again").click()
    at_provider(page, "eve")
    expect(page.get_by_role("alert")).to_contain_text("has not verified your email address")
    # A link to the page, as others could send it.
    page.goto(f"{server.origin}/sign-in/callback?code=x&state=y")
    expect(page.get_by_role("alert")).to_contain_text("in another browser")
    page.get_by_role("link", name="Other ways to sign in").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_the_page_returns_only_to_its_own_addresses(new_page, server, provider, mara):
    mara.program("POST", "invitations", {"email": "tomas@example.com", "role": "viewer"})
    person(provider, "tomas", email="tomas@example.com")
    page = new_page(server.page("flags"), expects=(*PROVIDER, "404"))
    page.get_by_role("button", name="Continue with Example").click()
    expect(page.get_by_role("heading", name="Authorize Client")).to_be_visible()
    leave = page.url
    page.goto(f"{server.origin}/missing.html")
    page.evaluate("""sessionStorage.setItem("firesteel.return", JSON.stringify({next: "//evil.example.com/x"}))""")
    page.goto(leave)
    at_provider(page, "tomas")
    expect(loaded(page).locator("h1")).to_be_visible()
    expect(page).to_have_url(re.compile(f"^{re.escape(server.origin)}/p/documents/"))


def test_a_person_without_a_password_confirms_at_the_provider_in_another_tab(new_page, server, provider, mara):
    mara.program("POST", "invitations", {"email": "tomas@example.com", "role": "admin"})
    person(provider, "tomas", email="tomas@example.com", name="Tomás Ortega")
    page = new_page(server.page("settings"), expects=(*PROVIDER, "403"))
    page.get_by_role("button", name="Continue with Example").click()
    at_provider(page, "tomas")
    expect(loaded(page).get_by_role("heading", name="Settings", level=1)).to_be_visible()
    server.stop()
    # More than half an hour ago.
    with sqlite3.connect(server.folder / "firesteel.sqlite") as database:
        database.execute("UPDATE sign_ins SET confirmed = confirmed - 3600000")
    database.close()
    server.start()
    loaded(page).get_by_role("button", name="Invite…").click()
    dialog(page).get_by_label("Email").fill("jonas@example.com")
    dialog(page).get_by_role("button", name="Create invitation").click()
    expect(dialog(page).get_by_role("heading", name="Confirm who you are")).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0
    link = dialog(page).get_by_role("link", name="Continue with Example in another tab")
    expect(link).to_be_focused()
    with page.context.expect_page() as opened:
        link.press("Enter")
    tab = opened.value
    # Another account of the provider doesn't confirm this one.
    at_provider(tab, "eve")
    expect(tab.get_by_role("heading", name="Not signed in")).to_be_focused()
    expect(tab.get_by_role("alert")).to_contain_text("another account of Example")
    expect(dialog(page).get_by_role("heading", name="Confirm who you are")).to_be_visible()
    tab.get_by_role("button", name="Try again").click()
    at_provider(tab, "tomas")
    expect(tab.get_by_role("heading", name="Confirmed")).to_be_focused()
    assert violations(tab) == [] and overflows(tab) == 0
    expect(dialog(page).get_by_role("heading", name="Invitation for jonas@example.com")).to_be_visible()


def test_an_admin_sees_invitations_and_the_access_log_and_ends_a_session(new_page, server, mara):
    mara.program("POST", "invitations", {"email": "jonas@example.com", "role": "viewer"})
    page = opened_by_form(new_page, server, server.page("settings"), expects=("422",))
    expect(page.get_by_role("table", name="Access log")).to_contain_text("Invited")
    expect(page.get_by_role("table", name="Access log")).to_contain_text("Signed in")
    page.get_by_role("button", name="Revoke the invitation of jonas@example.com…").click()
    dialog(page).get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("table", name="Invitations")).to_have_count(0)
    expect(page.get_by_role("table", name="Access log")).to_contain_text("Revoked an invitation")
    sessions = page.get_by_role("table", name="Your sessions").get_by_role("row")
    expect(sessions).to_have_count(3)
    page.get_by_role("button", name="End the session in").click()
    dialog(page).get_by_role("button", name="End session").click()
    expect(sessions).to_have_count(2)
    page.get_by_role("button", name="Change password…").click()
    dialog(page).get_by_label("Current password").fill(PASSWORD)
    dialog(page).get_by_label("New password").fill("password1234")
    dialog(page).get_by_role("button", name="Change password").click()
    expect(dialog(page).get_by_role("alert").filter(has_text="easy to guess")).to_be_visible()
    dialog(page).get_by_label("New password").fill("staple a battery to it")
    dialog(page).get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed. Other sessions ended.")).to_be_visible()
    assert violations(page) == [] and overflows(page) == 0
