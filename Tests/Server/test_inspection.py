"""The server's own inspector, timeline and logs, which have no secrets."""

import json
import re
import urllib.parse

import requests
from node import PROGRAM, Installation, Node, run_command


def sign_in(node, path, **body):
    """Signs in as a page does, and returns the session."""
    session = requests.Session()
    session.headers.update({"X-Firesteel": "1", "Origin": f"http://127.0.0.1:{node.port}"})
    response = session.post(f"http://127.0.0.1:{node.port}/api/v1/{path}", json=body, timeout=60)
    return session, response


def test_the_inspector_shows_operations_without_secrets(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    Installation(tmp_path, store, 1)
    options = ["--inspector", "127.0.0.1:0", "--log-level", "debug", "--log-format", "json"]
    node = Node(tmp_path, "node", store, options=options).start()
    nodes.append(node)
    root = f"http://127.0.0.1:{node.port}/api/v1"
    code = next(line for line in node.process.stdout if "#first=" in line).split("#first=")[1].strip()
    email, password = "mara@example.com", "correct horse battery staple"
    session, response = sign_in(node, "first-account", code=code, email=email, name="Mara Lindqvist", password=password)
    assert response.status_code in (200, 201), response.text
    cookie = session.cookies["firesteel"]
    wrong = "a wrong password that was typed"
    assert sign_in(node, "session", email=email, password=wrong)[1].status_code == 401
    assert sign_in(node, "session", email=email, password=password)[1].ok
    response = session.post(
        f"{root}/programs/{PROGRAM}/tokens",
        json={"name": "Mobile", "kind": "server", "environment": "development"},
        timeout=60,
    )
    assert response.ok, response.text
    token = response.json()["token"]
    response = session.post(
        f"{root}/programs/{PROGRAM}/invitations", json={"email": "tomas@example.com", "role": "viewer"}, timeout=60
    )
    assert response.ok, response.text
    invitation = response.json()["code"]
    assert requests.get(f"{root}/programs/{PROGRAM}/items", headers={"X-API-Key": token}, timeout=60).status_code == 401

    address = urllib.parse.urlsplit(node.addresses["Inspector"])
    key = address.fragment.removeprefix("token=")
    inspector = f"http://{address.netloc}"
    assert requests.get(f"{inspector}/api/program", timeout=60).status_code == 401
    shown = ""
    for path in ("program", "features", "timeline", "logs"):
        response = requests.get(f"{inspector}/api/{path}", headers={"Authorization": f"Bearer {key}"}, timeout=60)
        assert response.ok, f"{path}: {response.status_code} {response.text}"
        shown += response.text
    assert "SignInWithPassword" in shown
    assert "CreateToken" in shown
    assert node.end() == 0

    timeline = b"".join(path.read_bytes() for path in (tmp_path / "data/timeline").rglob("*") if path.is_file())
    assert b"SignInWithPassword" in timeline
    lines = node.logged()
    for line in lines.splitlines():
        json.loads(line)
    secrets = [password, wrong, email, "tomas@example.com", "Mara Lindqvist", cookie, token, code, key, invitation]
    for secret in secrets:
        assert secret not in shown, secret
        assert secret.encode() not in timeline, secret
        assert secret not in lines, secret


def test_a_request_has_one_identifier_in_its_response_and_in_the_log(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    installation = Installation(tmp_path, store, 1)
    options = ["--trust-proxy", "--log-level", "debug", "--log-format", "json"]
    node = Node(tmp_path, "node", store, options=options).start()
    nodes.append(node)
    path = f"/api/v1/programs/{PROGRAM}/items"
    _, fields, _ = node.request("GET", path, installation.editor, fields={"X-Request-ID": "from-the.proxy_1"})
    assert fields["X-Request-ID"] == "from-the.proxy_1"
    _, fields, _ = node.request("GET", path, installation.editor, fields={"X-Request-ID": "no identifier"})
    assert re.fullmatch("[0-9a-f]{16}", fields["X-Request-ID"])
    assert node.end() == 0
    lines = [json.loads(line) for line in node.logged().splitlines()]
    own = [line for line in lines if line.get("metadata", {}).get("request") == "from-the.proxy_1"]
    # Those of the operation, and that of the response, which has the pattern of the address.
    assert any(line.get("action") == "ListItems" for line in own)
    response = next(line for line in own if line["message"] == "Responded")
    assert response["metadata"]["route"] == "/api/v1/programs/{program}/items"
    assert "no identifier" not in node.logged()


def test_the_inspector_is_for_this_machine_only(tmp_path):
    result = run_command("check", "--data", tmp_path / "data", "--inspector", "0.0.0.0:0")
    assert result.returncode > 0
    assert "loopback" in result.stderr
    assert "ssh -L" in result.stderr
