"""The real server on a temporary folder, with an account, a program and flags, for tests of its dashboard."""

import contextlib
import json
import os
import queue
import re
import secrets
import subprocess
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect
from ports import unused_port

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "correct horse battery staple"
MARA, TOMAS = "mara@example.com", "tomas@example.com"
# Without a session, the page's first question is refused.
REFUSED = ("401",)


def binary():
    """The server's path. Without one the tests fail: skipping them would hide what they are for."""
    path = Path(os.environ.get("FIRESTEEL_SERVER", ROOT / ".build/make/debug/firesteel-server"))
    if not path.exists():
        pytest.fail(f"There is no server at {path}. Build it, or set FIRESTEEL_SERVER to its path.")
    return path


class Person:
    """Calls the server as a signed-in person, in the program of a test."""

    def __init__(self, server, path, body, email=None):
        """Signs in, or creates an account. The session is stored by the address that tests know the person by."""
        self.server, self.cookie = server, None
        self.call("POST", path, body)
        server.sessions[email or body["email"]] = self.cookie

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            f"{self.server.origin}/api/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"X-Firesteel": "1", "Origin": self.server.origin, "Content-Type": "application/json"},
        )
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                if response.headers.get("Set-Cookie"):
                    self.cookie = response.headers["Set-Cookie"].split(";")[0]
                return json.loads(response.read() or b"null")
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()}") from error

    def program(self, method, path, body=None):
        """Calls what is below the program."""
        return self.call(method, f"programs/{self.server.program}/{path}", body)

    def items(self):
        items = self.program("GET", "items")["items"]
        return {(item["kind"], item["name"], item.get("environment")): item for item in items}

    def change(self, *edits, reason="A test"):
        body = {"id": secrets.token_hex(8), "edits": list(edits), "reason": reason}
        return self.program("POST", "changes", body)

    def approve(self, request):
        """Approves a request, or reviews a change, as it is now."""
        seen = self.program("GET", "items")["program"]["change"]
        return self.program("POST", f"requests/{request['id']}/approval", {"change": seen})

    def set(self, flag, environment, reason="A test", **fields):
        item = self.items()["targeting", flag, environment]
        edit = {"kind": "targeting", "name": flag, "environment": environment, "base": item["change"], "set": fields}
        return self.change(edit, reason=reason)

    def create(self, flag, name=None, on=False, variants=None, **fields):
        """Creates a Bool flag, or one with other variants, in all environments."""
        kind = "boolean" if variants is None else "string"
        pairs = variants or {"on": True, "off": False}
        value = {"type": kind, "name": name or flag, "variants": [{"name": n, "value": v} for n, v in pairs.items()]}
        targeting = {"isOn": on, "otherwise": {"variant": next(iter(pairs))}}
        if variants:
            # The program's default, so that no one's value changes and no approval is needed.
            targeting["off"] = None
        return self.change(
            {"kind": "flag", "name": flag, "create": {**value, **fields}},
            *(
                {"kind": "targeting", "name": flag, "environment": environment, "create": targeting}
                for environment in ("development", "staging", "production")
            ),
        )


class Members:
    """A program on a server, and the people in it."""

    program = "documents"

    def invite(self, admin, role, email=TOMAS, name="Tomás Ortega"):
        address = self.address(email)
        code = admin.program("POST", "invitations", {"email": address, "role": role})["code"]
        body = {"code": code, "email": address, "name": name, "password": PASSWORD}
        return Person(self, "invitations", body, email)

    def address(self, email):
        """The address of the account that tests know by another one."""
        return email

    def page(self, name="", environment="production"):
        return f"{self.origin}/p/{self.program}/{environment}{f'/{name}' if name else ''}"


class Server(Members):
    """A running server. “{origin}” in one of the options is replaced. `store` names another database."""

    def __init__(self, folder, options=(), store=None):
        self.port = unused_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        # The cookies of people's sessions, by their addresses.
        self.sessions = {}
        self.folder = folder
        self.store = store or ["--data", folder]
        self.options = [option.format(origin=self.origin) for option in options]
        self.code = None
        self.start()
        self.code = re.search(r"#first=(\S+)", self.printed)[1]

    def start(self):
        self.process = subprocess.Popen(
            [binary(), "serve", *self.store, "--listen", f"127.0.0.1:{self.port}", *self.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        lines = queue.Queue()

        def read(output):
            for line in output:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, args=(self.process.stdout,), daemon=True).start()
        self.printed = ""
        # The code of the first account is printed last, and only as long as there is none.
        last = "Dashboard:" if self.code else "#first="
        try:
            while last not in self.printed:
                line = lines.get(timeout=120)
                assert line is not None, f"The server ended: {self.printed}"
                self.printed += line
        except BaseException:
            self.process.kill()
            raise

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        finally:
            self.process.kill()

    def first(self):
        """Creates the first account and the program."""
        body = {"code": self.code, "email": MARA, "name": "Mara Lindt", "password": PASSWORD}
        mara = Person(self, "first-account", body)
        mara.call("POST", "programs", {"id": self.program, "name": "Documents"})
        return mara


class NewProgram(Members):
    """A new program on a server that other tests use as well. Its administrator is the same person in all; other
    people are new."""

    def __init__(self, server):
        self.origin, self.sessions = server.origin, {}
        self.mark = secrets.token_hex(4)
        self.program = f"documents-{self.mark}"

    def first(self):
        # In a session that no other test ends.
        mara = Person(self, "session", {"email": MARA, "password": PASSWORD})
        mara.call("POST", "programs", {"id": self.program, "name": "Documents"})
        return mara

    def address(self, email):
        return email if email == MARA else email.replace("@", f".{self.mark}@")


class SharedServer:
    """A server for the tests of one process. It starts with the first of them, and again after one that ended it."""

    # Receivers of webhooks are on this machine.
    options = ("--webhook-loopback",)

    def __init__(self, folders):
        self.folders, self.server = folders, None

    def new_program(self):
        if self.server is None or self.server.process.poll() is not None:
            self.server = None
            server = Server(self.folders.mktemp("server"), self.options)
            try:
                server.first()
            except BaseException:
                server.stop()
                raise
            self.server = server
        return NewProgram(self.server)

    def stop(self):
        if self.server is not None:
            self.server.stop()


@contextlib.contextmanager
def serving(folder, options=(), store=None):
    server = Server(folder, options, store)
    try:
        yield server
    finally:
        server.stop()


def sign_in(page, email=MARA, password=PASSWORD):
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def opened(new_page, server, address, email=MARA, **options):
    """A page that is signed in and loaded, with the session of the person's account, without a password."""
    name, value = server.sessions[email].split("=", 1)
    cookie = {"name": name, "value": value, "domain": "127.0.0.1", "path": "/", "httpOnly": True, "sameSite": "Strict"}
    return loaded(new_page(address, storage_state={"cookies": [cookie]}, **options))


def opened_by_form(new_page, server, address, email=MARA, **options):
    """A page that is signed in with the password, in a separate session, and loaded."""
    page = new_page(address, expects=(*REFUSED, *options.pop("expects", ())), **options)
    sign_in(page, server.address(email))
    return loaded(page)


def loaded(page):
    expect(page.locator("main.page h1")).to_be_visible()
    expect(page.locator("main.page[aria-busy]")).to_have_count(0)
    return page


@contextlib.contextmanager
def unreachable(page):
    """A time in which the page can't reach its server, which it says."""
    note = page.get_by_text("The server hasn’t responded since")
    page.context.set_offline(True)
    # As after a return to the page: its stream is opened again.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(note).to_be_visible()
    yield
    page.context.set_offline(False)
    expect(note).to_have_count(0)


def dialog(page):
    return page.locator("dialog[open]").last


def suggestions(field, value=None):
    """The suggestions of a field, which has its list once they are read; or the one with a value."""
    expect(field).to_have_attribute("list", re.compile("."))
    with_value = "" if value is None else f"[value={value}]"
    return field.page.locator(f"datalist#{field.get_attribute('list')} option{with_value}")
