"""People sign in with second factors, lose them, and are disabled, on several nodes."""

import re
import sqlite3

import pytest
import requests
from authenticator import Authenticator
from node import Node, eventually, output_of, run_command

PASSWORD = "correct horse battery"
INES, TOMAS = "ines@example.com", "tomas@example.com"


class Browser:
    """A browser, whose requests go to the node that each names."""

    def __init__(self):
        self.session = requests.Session()

    def call(self, node, method, path, body=None):
        origin = f"http://127.0.0.1:{node.port}"
        fields = {"Origin": origin, "X-Firesteel": "1"}
        return self.session.request(method, f"{origin}/api/v1/{path}", json=body, headers=fields, timeout=60)

    def ok(self, node, method, path, body=None):
        response = self.call(node, method, path, body)
        assert response.status_code < 300, response.text
        return response.json() if response.content else None

    def sign_in(self, node, email=INES, password=PASSWORD, **more):
        return self.call(node, "POST", "session", {"email": email, "password": password, **more})

    def is_signed_in(self, node):
        return self.call(node, "GET", "session").status_code == 200

    def enable_second_factor(self, node):
        app = Authenticator(self.ok(node, "POST", "session/second-factor")["secret"])
        enabled = self.ok(node, "PUT", "session/second-factor", {"code": app.next()})
        return app, enabled["recoveryCodes"]


def error(response):
    return response.json()["error"]["code"]


def first(node):
    """Creates the first account and the program, and returns the browser."""
    address = node.addresses.get("First account") or node.process.stdout.readline()
    code = re.search(r"#first=(\S+)", address)[1]
    browser = Browser()
    browser.ok(node, "POST", "first-account", {"code": code, "email": INES, "name": "Ines Falk", "password": PASSWORD})
    browser.ok(node, "POST", "programs", {"id": "documents", "name": "Documents"})
    return browser


def invited(admin, node, email=TOMAS, role="editor"):
    code = admin.ok(node, "POST", "programs/documents/invitations", {"email": email, "role": role})["code"]
    browser = Browser()
    body = {"code": code, "email": email, "name": "Tomás Ortega", "password": PASSWORD}
    browser.ok(node, "POST", "invitations", body)
    return browser


def account(admin, node, email):
    accounts = admin.ok(node, "GET", "accounts")["accounts"]
    return next(account["id"] for account in accounts if account["email"] == email)


@pytest.fixture
def pair(tmp_path, nodes, postgres):
    """Two nodes with one database, and the first account's browser."""
    store = ["--database", postgres.url(postgres.create_database())]
    for name in ("a", "b"):
        nodes.append(Node(tmp_path, name, store).start())
    # The code of the node that started last is valid.
    return (*nodes, first(nodes[1]))


def test_a_code_that_one_node_accepted_is_refused_by_the_other(pair):
    a, b, ines = pair
    app, recovery = ines.enable_second_factor(a)
    browser = Browser()
    assert error(browser.sign_in(b, password="something else entirely")) == "wrong-password"
    assert error(browser.sign_in(b)) == "code-required"
    code = app.next()
    assert browser.sign_in(b, code=code).status_code == 200
    assert browser.is_signed_in(a) and browser.is_signed_in(b)
    assert error(Browser().sign_in(a, code=code)) == "wrong-code"
    assert Browser().sign_in(a, code=recovery[0]).status_code == 200
    assert error(Browser().sign_in(b, code=recovery[0])) == "wrong-code"
    # A confirmation at one node counts at the other at once, because the session has another secret.
    earlier = dict(browser.session.cookies)
    browser.ok(a, "POST", "session/confirmation", {"code": app.next()})
    assert dict(browser.session.cookies) != earlier
    assert browser.is_signed_in(b)
    old = Browser()
    old.session.cookies.update(earlier)
    eventually(lambda: not old.is_signed_in(b))


def test_wrong_codes_are_counted_by_all_nodes_together(pair):
    a, b, ines = pair
    app, recovery = ines.enable_second_factor(a)
    for node in (a, b, a, b, a):
        assert error(Browser().sign_in(node, code="000000")) == "wrong-code"
    refused = Browser().sign_in(b, code=app.next())
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 600
    assert Browser().sign_in(a, code=recovery[0]).status_code == 429
    events = [entry["event"] for entry in ines.ok(b, "GET", "access-log")["entries"]]
    assert events[:5] == ["wrongCode"] * 5
    assert "wrong-code" in a.logged()


def test_the_sessions_of_a_disabled_account_end_on_another_node(pair):
    a, b, ines = pair
    tomas = invited(ines, a)
    assert tomas.is_signed_in(b)
    path = f"accounts/{account(ines, a, TOMAS)}"
    ines.ok(a, "PUT", f"{path}/state", {"isDisabled": True})
    assert not tomas.is_signed_in(a)
    eventually(lambda: not tomas.is_signed_in(b))
    assert error(Browser().sign_in(b, TOMAS)) == "wrong-password"
    ines.ok(b, "PUT", f"{path}/state", {"isDisabled": False})
    assert not tomas.is_signed_in(a)
    assert Browser().sign_in(a, TOMAS).status_code == 200


def test_a_required_second_factor_is_required_by_all_nodes(pair):
    a, b, ines = pair
    tomas = invited(ines, a)
    assert tomas.call(b, "GET", "programs/documents/items").status_code == 200
    ines.ok(a, "PUT", "access-rules", {"requiresSecondFactor": True})
    eventually(lambda: tomas.call(b, "GET", "programs/documents/items").status_code == 403)
    assert error(tomas.call(b, "GET", "programs/documents/items")) == "second-factor-required"
    tomas.enable_second_factor(b)
    assert tomas.call(b, "GET", "programs/documents/items").status_code == 200
    eventually(lambda: tomas.call(a, "GET", "programs/documents/items").status_code == 200)


def test_the_command_line_lets_in_who_lost_password_and_app(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    node = Node(tmp_path, "node", store).start()
    nodes.append(node)
    ines = first(node)
    ines.enable_second_factor(node)
    assert node.end() == 0
    unknown = run_command("account", *store, "nobody@example.com", "--reset-password")
    assert unknown.returncode != 0 and "nobody@example.com" in unknown.stderr
    nothing = run_command("account", *store, INES)
    assert nothing.returncode != 0 and "--reset-password" in nothing.stderr
    printed = output_of("account", *store, INES, "--remove-second-factor", "--reset-password")
    code = re.search(r"#reset=(\w+)", printed)[1]
    node.start()
    assert not ines.is_signed_in(node)
    body = {"code": code, "password": "staple a battery to it"}
    Browser().ok(node, "POST", "password-resets", body)
    assert Browser().call(node, "POST", "password-resets", body).status_code == 403
    browser = Browser()
    assert browser.sign_in(node, password="staple a battery to it").status_code == 200
    events = {entry["event"]: entry["actor"] for entry in browser.ok(node, "GET", "access-log")["entries"]}
    assert events["secondFactorRemoved"] == events["passwordResetCreated"] == "command-line"
    assert "All changes are as they were written." in output_of("verify", *store)


def test_a_session_that_was_not_used_ends_also_while_the_server_was_stopped(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    node = Node(tmp_path, "node", store, options=["--session-idle", "2h"]).start()
    nodes.append(node)
    ines = first(node)
    tomas = invited(ines, node)
    assert node.end() == 0
    # Three hours ago instead of now, which the server stored when it ended.
    with sqlite3.connect(tmp_path / "data/firesteel.sqlite") as database:
        statement = (
            "UPDATE sign_ins SET last_seen = last_seen - 10800000 "
            "WHERE account = (SELECT id FROM accounts WHERE email = ?)"
        )
        assert database.execute(statement, [TOMAS]).rowcount == 1
    database.close()
    node.start()
    assert ines.is_signed_in(node)
    assert not tomas.is_signed_in(node)


@pytest.mark.parametrize("time", ["0m", "4m", "15d", "3", "x", "-1d", "99999999999999999999d"])
def test_times_without_use_that_are_too_short_or_long_are_refused(tmp_path, time):
    result = run_command("check", "--data", tmp_path / "data", f"--session-idle={time}")
    assert result.returncode != 0 and "--session-idle" in result.stderr
