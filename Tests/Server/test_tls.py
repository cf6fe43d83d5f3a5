"""Other programs connect by TLS: curl, and Python's OpenSSL."""

import hashlib
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess

import pytest
from authority import Authority
from node import Installation, Node, eventually, run_command


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def secured(tmp_path, nodes, authority):
    """A running node with a certificate, whose files may be replaced: the node, and its installation."""
    store = ["--data", tmp_path / "data"]
    installation = Installation(tmp_path, store, 1)
    chain, key = authority.certificate("server", "localhost", "127.0.0.1")
    shutil.copy(chain, tmp_path / "chain.pem")
    shutil.copy(key, tmp_path / "key.pem")
    options = ["--tls-certificate", tmp_path / "chain.pem", "--tls-key", tmp_path / "key.pem"]
    node = Node(tmp_path, "node", store, options=options).start()
    nodes.append(node)
    return node, installation


def curl(authority, *arguments):
    return subprocess.run(
        ["curl", "--silent", "--show-error", "--max-time", "60", "--cacert", authority.root, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def fingerprint(node):
    """Returns the hash of the certificate that a new connection receives."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", node.port), 60) as plain, context.wrap_socket(plain) as connection:
        return hashlib.sha256(connection.getpeercert(binary_form=True)).hexdigest()


def test_the_server_speaks_tls(secured, authority):
    node, installation = secured
    assert node.addresses["Dashboard"] == f"https://127.0.0.1:{node.port}/"
    address = f"https://localhost:{node.port}"
    for version in ("1.2", "1.3"):
        result = curl(authority, "--include", "--tlsv1.2", "--tls-max", version, f"{address}/healthz")
        assert result.returncode == 0, result.stderr
        assert result.stdout.startswith("HTTP/1.1 200")
        assert "strict-transport-security: max-age=31536000" in result.stdout.lower()
    result = curl(authority, "--tls-max", "1.1", f"{address}/healthz")
    assert result.returncode != 0, result.stdout
    # Without the root, the chain isn't trusted; without TLS, there is no response.
    assert subprocess.run(["curl", "-s", f"{address}/healthz"], check=False).returncode == 60
    assert curl(authority, f"http://localhost:{node.port}/healthz").returncode != 0
    token = ["--header", f"Authorization: Bearer {installation.reader}"]
    # A body that is larger than a record, and a connection that is used again.
    result = curl(authority, *token, f"{address}/api/v1/openapi.json", f"{address}/flags/v1/definitions")
    assert result.returncode == 0, result.stderr
    assert "w0" in result.stdout
    assert len(result.stdout) > 20_000


def test_events_arrive_by_tls_and_end_orderly(secured, authority):
    node, installation = secured
    address = f"https://localhost:{node.port}"
    token = ["--header", f"Authorization: Bearer {installation.reader}"]
    body = json.loads(curl(authority, *token, f"{address}/flags/v1/definitions?eventStreams=1").stdout)
    path = body["eventStreams"][0]["endpoint"]["requestUri"]
    stream = subprocess.Popen(
        ["curl", "--silent", "--no-buffer", "--cacert", authority.root, f"{address}{path}"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert stream.stdout.readline() == "retry: 2000\n"
    assert node.end() == 0, node.logged()
    # curl reports an end without TLS's own, or in the middle of the body.
    assert stream.wait(60) == 0
    stream.stdout.close()


def test_people_sign_in_with_a_secure_cookie(secured, authority):
    node, _ = secured
    address = f"https://localhost:{node.port}"
    code = next(line for line in node.process.stdout if "#first=" in line).split("#first=")[1].strip()
    body = f'{{"code":"{code}","email":"mara@example.com","name":"Mara","password":"correct horse battery staple"}}'
    names = ["X-Firesteel: 1", f"Origin: {address}", "Content-Type: application/json"]
    fields = [part for name in names for part in ("--header", name)]
    result = curl(authority, "--include", *fields, "--data", body, f"{address}/api/v1/first-account")
    assert result.stdout.startswith("HTTP/1.1 2"), result.stdout
    cookie = next(line for line in result.stdout.splitlines() if line.lower().startswith("set-cookie:"))
    assert "__Host-firesteel=" in cookie
    assert "; Secure" in cookie
    assert "correct horse" not in node.logged()


def test_a_new_certificate_is_used_without_a_restart(secured, authority, tmp_path):
    node, _ = secured
    first = fingerprint(node)
    # A damaged file changes nothing.
    (tmp_path / "chain.pem").write_text("nothing")
    os.kill(node.process.pid, signal.SIGHUP)
    eventually(lambda: "the earlier one is used" in node.logged())
    assert fingerprint(node) == first
    chain, key = authority.certificate("renewed", "localhost")
    shutil.copy(key, tmp_path / "key.pem")
    shutil.copy(chain, tmp_path / "chain.pem")
    os.kill(node.process.pid, signal.SIGHUP)
    eventually(lambda: fingerprint(node) != first)
    assert curl(authority, f"https://localhost:{node.port}/healthz").returncode == 0
    assert node.end() == 0


def test_unusable_certificates_are_explained(authority, tmp_path):
    chain, key = authority.certificate("one", "localhost")
    _, other = authority.certificate("two", "localhost")

    def error(*options):
        result = run_command("check", "--data", tmp_path / "data", *options)
        assert result.returncode > 0
        return result.stderr

    assert "needs --tls-key" in error("--tls-certificate", chain)
    assert "Can't read" in error("--tls-certificate", chain, "--tls-key", tmp_path / "missing.key")
    assert "has no certificate" in error("--tls-certificate", key, "--tls-key", key)
    assert "has no private key" in error("--tls-certificate", chain, "--tls-key", chain)
    assert "Use the key that the certificate was made for" in error("--tls-certificate", chain, "--tls-key", other)
