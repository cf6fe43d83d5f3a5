"""People sign in at an OpenID Connect provider that others wrote."""

import threading
import urllib.parse
import warnings

import pytest
import requests
from node import output_of, run_command, server_program
from postgres import free_port

with warnings.catch_warnings():
    # Its libraries announce their own changes.
    warnings.simplefilter("ignore")
    import oidc_provider_mock

import re
import subprocess

PASSWORD = "correct horse battery"


@pytest.fixture
def provider():
    with oidc_provider_mock.run_server_in_thread(require_nonce=True) as server:
        yield f"http://localhost:{server.server_port}"


class Site:
    """A server whose people sign in at a provider, and a browser."""

    def __init__(self, folder, provider, *options):
        self.origin = f"http://127.0.0.1:{free_port()}"
        self.options = ["--data", folder, "--origin", self.origin, "--oidc-issuer", provider]
        self.options += ["--oidc-client-id", "firesteel", *options]
        self.process = subprocess.Popen(
            [server_program(), "serve", *self.options, "--listen", self.origin.removeprefix("http://")],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line)
            if "works once" in line:
                break
        self.reading = threading.Thread(target=self.process.stdout.read, daemon=True)
        self.reading.start()
        self.browser = requests.Session()
        self.browser.headers.update({"Origin": self.origin, "X-Firesteel": "1"})

    def call(self, method, path, body=None):
        return self.browser.request(method, f"{self.origin}/api/v1/{path}", json=body, timeout=60)

    def first(self):
        code = re.search(r"#first=(\S+)", "".join(self.lines))[1]
        body = {"code": code, "email": "ines@example.com", "name": "Ines", "password": PASSWORD}
        assert self.call("POST", "first-account", body).status_code == 201
        assert self.call("POST", "programs", {"id": "documents", "name": "Documents"}).status_code == 201

    def sign_in(self, subject, **form):
        """Signs in at the provider, as its form does, and returns the server's response."""
        started = self.call("POST", "session/openid/start", {"purpose": "sign-in"})
        assert started.status_code == 200, started.text
        response = requests.post(
            started.json()["address"], data={"sub": subject, **form}, allow_redirects=False, timeout=60
        )
        address = urllib.parse.urlsplit(response.headers["Location"])
        assert f"{address.scheme}://{address.netloc}{address.path}" == f"{self.origin}/sign-in/callback"
        query = dict(urllib.parse.parse_qsl(address.query))
        body = {name: query[name] for name in ("state", "code", "iss", "error") if name in query}
        return self.call("POST", "session/openid", {"state": "", **body})

    def stop(self):
        self.process.terminate()
        assert self.process.wait(60) == 0


@pytest.fixture
def site(tmp_path, provider, monkeypatch):
    monkeypatch.setenv("FIRESTEEL_OIDC_SECRET", "a secret")
    site = Site(tmp_path / "data", provider, "--oidc-name", "Example", "--oidc-domain", "example.com")
    try:
        site.first()
        site.browser.cookies.clear()
        yield site
    finally:
        site.stop()


def test_people_sign_in_with_an_address_that_the_provider_verified(site, provider):
    person = {"email": "mara@example.com", "email_verified": True, "name": "Mara Lindt"}
    requests.put(f"{provider}/users/mara", json=person, timeout=60).raise_for_status()
    response = site.sign_in("mara")
    assert response.status_code == 200, response.text
    assert response.json()["account"]["name"] == "Mara Lindt"
    assert site.call("GET", "session").json()["account"]["email"] == "mara@example.com"
    assert site.call("DELETE", "session").status_code == 204
    assert site.call("GET", "session").status_code == 401
    # The provider keeps its own session, and states no verified address of others.
    requests.put(f"{provider}/users/eve", json={"email": "ines@example.com"}, timeout=60).raise_for_status()
    assert site.sign_in("eve").json()["error"]["code"] == "email-unverified"
    other = {"email": "eve@other.example", "email_verified": True}
    requests.put(f"{provider}/users/eve", json=other, timeout=60).raise_for_status()
    assert site.sign_in("eve").json()["error"]["code"] == "no-account"
    assert site.sign_in("mara", action="deny").json()["error"]["code"] in ("sign-in-denied", "sign-in-expired")


def test_check_validates_the_options_and_asks_the_provider(tmp_path, provider):
    store = ("--data", tmp_path / "data")
    origin = ("--origin", "http://127.0.0.1:8090")
    client = ("--oidc-client-id", "firesteel")
    printed = output_of("check", *store, *origin, "--oidc-issuer", provider, *client)
    assert "http://127.0.0.1:8090/sign-in/callback" in printed
    for options, message in [
        ((*origin, *client), "--oidc-issuer"),
        ((*origin, "--oidc-issuer", provider), "--oidc-client-id"),
        (("--oidc-issuer", provider, *client), "--origin"),
        ((*origin, "--oidc-issuer", "http://login.example.com", *client), "https"),
        ((*origin, "--oidc-issuer", provider, *client, "--oidc-role", "viewer"), "--oidc-domain"),
        ((*origin, "--oidc-issuer", provider, *client, "--oidc-secret-file", tmp_path / "none"), "secret"),
        ((*origin, "--oidc-issuer", f"{provider}/other", *client), "status 404"),
        ((*origin, "--oidc-issuer", f"http://localhost:{free_port()}", *client), "Can't reach"),
    ]:
        result = run_command("check", *store, *options)
        assert result.returncode != 0 and message in result.stderr, (options, result.stderr)
