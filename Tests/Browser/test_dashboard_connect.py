"""Connecting a program: the page shows code that compiles and runs, and meanwhile how far the program has come."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SMALL, audit
from dashboard_server import TOMAS, loaded, opened, serving
from demo import program
from playwright.sync_api import expect
from postgres import PostgreSQL

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=["sqlite", "postgres"])
def served(request, tmp_path):
    """A server with an empty program, on each kind of database."""
    if request.param == "sqlite":
        with serving(tmp_path / "data") as server:
            yield server
        return
    database = PostgreSQL()
    try:
        with serving(tmp_path, store=["--database", database.url(database.create_database())]) as server:
            yield server
    finally:
        database.stop()


def code(page, title):
    return page.get_by_role("region", name="Code").get_by_role("group", name=title).text_content()


def secrets_of(page, count):
    expect(page.locator(".secret code")).to_have_count(count)
    return page.locator(".secret code").all_inner_texts()


def step(page, text):
    return page.get_by_role("region", name="Connection").get_by_role("listitem").get_by_text(text, exact=True)


def test_programs_connect_while_the_page_waits(new_page, screenshot, served, tmp_path):
    mara = served.first()
    page = opened(new_page, served, served.page("flags", "development"))
    page.get_by_role("link", name="Connect a program").click()
    page.get_by_role("button", name="Server").click()
    page.get_by_role("button", name="Create token").click()
    [token] = secrets_of(page, 1)
    assert token.startswith("fs_server_")
    expect(step(page, "Waiting for the program")).to_be_visible()
    audit(page, screenshot, "dashboard-connect-waiting")
    file = tmp_path / "token"
    file.write_text(token)
    person = ["traffic-person", "--place", tmp_path / "person", "--person", "ada", "--program-version", "3.4.1"]
    target = ["--to", served.origin, "--flags-token-file", file, "--reports-token-file", file]
    (tmp_path / "person/documents").mkdir(parents=True)
    running = subprocess.Popen([program(), *person, *target, "--pace", "20", "--stays", "600"])
    try:
        expect(step(page, "Connected: Documents 3.4.1")).to_be_visible()
        # It has received that there are none.
        expect(page.get_by_text("There are no flags in this environment yet.")).to_be_visible()
        mara.create("export", "Export")
        expect(step(page, "First flag read")).to_be_visible()
        expect(step(page, "Waiting for the first report")).to_be_visible()
        # What it waits for is in the address.
        page.reload()
        expect(step(page, "Connected: Documents 3.4.1")).to_be_visible()
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(timeout=60)
    expect(step(page, "First report")).to_be_visible()
    audit(page, screenshot, "dashboard-connect-connected")
    # An app and other clients: the code of the page is what runs.
    page.get_by_role("button", name="App").click()
    page.get_by_role("button", name="Create tokens").click()
    client, ingest = secrets_of(page, 2)
    assert client.startswith("fs_client_") and ingest.startswith("fs_ingest_")
    page.get_by_role("button", name="curl").click()
    done = subprocess.run(["sh", "-c", code(page, "All flags of a person")], capture_output=True, text=True, timeout=60)
    assert '"key":"export"' in done.stdout, done.stderr
    expect(step(page, "Connected: Documents")).to_be_visible()
    expect(step(page, "First flag read")).to_be_visible()
    page.get_by_role("button", name="OpenFeature").click()
    done = subprocess.run([sys.executable, "-c", code(page, "In Python")], capture_output=True, text=True, timeout=60)
    assert done.stdout == "False\n", done.stderr
    page.get_by_role("link", name="Export").click()
    expect(loaded(page).get_by_role("heading", name="Export", level=1)).to_be_visible()


def test_the_code_in_swift_compiles_and_names_products(new_page, server):
    server.first()
    page = opened(new_page, server, server.page("connect", "development"))

    def compiled(name):
        file = (ROOT / f"Tests/GuideTests/Connected{name}.swift").read_text(encoding="utf-8")
        return re.search(r"^// guide: \w+\n(.*?)^// end$", file, re.M | re.S)[1]

    for kind in ("App", "Server"):
        page.get_by_role("button", name=kind).click()
        assert code(page, "A Swift file") == compiled(kind).replace("https://flags.example.com", server.origin)
    assert code(page, "A feature that a flag switches") == compiled("Feature")
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    products = re.findall(r'name: "(\w+)"', code(page, "The package"))
    assert all(f'.library(name: "{name}"' in package for name in products)
    # What is imported has to be named.
    assert set(re.findall(r"^import (Firesteel\w*)", code(page, "A Swift file"), re.M)) == set(products)


def test_a_viewer_learns_who_can_create_tokens(new_page, server):
    mara = server.first()
    server.invite(mara, "viewer")
    page = opened(new_page, server, server.page("connect", "development"), email=TOMAS, size=SMALL, theme="dark")
    note = "An admin of Documents can create the tokens that the program needs. You can’t."
    expect(page.get_by_text(note)).to_be_visible()
    expect(page.get_by_role("button", name="Create token")).to_have_count(0)
    expect(step(page, "Waiting for the program")).to_be_visible()
    audit(page)
    token = mara.program("POST", "tokens", {"name": "App", "kind": "client", "environment": "development"})["token"]
    headers = {"Authorization": f"Bearer {token}", "X-Firesteel-Instance": "i-1", "X-Firesteel-Version": "1.0"}
    response = page.request.post(f"{server.origin}/ofrep/v1/evaluate/flags", headers=headers, data={"context": {}})
    assert response.ok, response.text()
    expect(step(page, "Connected: Documents 1.0")).to_be_visible()
