"""Debian's nginx with the configuration of Server/Deployment before three nodes, and the unit of systemd."""

import http.client
import json
import os
import pwd
import re
import shutil
import signal
import socket
import ssl
import subprocess
import threading
from pathlib import Path

import pytest
import requests
from authority import Authority
from node import LOST, PROGRAM, Follower, Installation, Node, Writer, check, eventually
from postgres import free_port

DEPLOYMENT = Path(__file__).resolve().parents[2] / "Server/Deployment"
HOST = "flags.example.com"


class Proxy:
    """nginx with the documented configuration, whose addresses and files are those of the test."""

    def __init__(self, folder, nodes):
        self.folder = folder
        folder.mkdir()
        self.port, self.plain_port = free_port(), free_port()
        authority = Authority(folder / "authority")
        self.root = authority.root
        chain, key = authority.certificate("proxy", HOST)
        text = (DEPLOYMENT / "nginx.conf").read_text()
        replacements = {
            f"/etc/ssl/{HOST}/fullchain.pem": str(chain),
            f"/etc/ssl/{HOST}/privkey.pem": str(key),
            "/var/log/nginx": str(folder),
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            "listen 80;": f"listen 127.0.0.1:{self.plain_port};",
            # Fewer than the limit of files of a machine that runs tests.
            "worker_rlimit_nofile 100000": "worker_rlimit_nofile 1000",
            "worker_connections 40000": "worker_connections 400",
            "worker_processes auto": "worker_processes 2",
            **{f"10.0.0.{11 + index}:8090": f"127.0.0.1:{node.port}" for index, node in enumerate(nodes)},
        }
        for old, new in replacements.items():
            assert old in text, f"nginx.conf has no {old}."
            text = text.replace(old, new)
        self.configuration = folder / "nginx.conf"
        temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = "".join(f"{name}_temp_path {folder}/{name};" for name in temporary)
        # The user that the master process was started as.
        user = f"user {pwd.getpwuid(os.geteuid()).pw_name};\n" if os.geteuid() == 0 else ""
        self.configuration.write_text(
            f"{user}pid {folder}/nginx.pid;\ndaemon off;\n" + text.replace("http {", f"http {{ {paths}", 1)
        )
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        if not program:
            raise RuntimeError("Can't find nginx. Run scripts/setup-system server.")
        self.command = [program, "-p", str(folder), "-e", str(folder / "start.log"), "-c", str(self.configuration)]
        result = subprocess.run([*self.command, "-t"], capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr
        assert "warn" not in result.stderr, result.stderr
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL)
        eventually(self.accepts)

    def accepts(self):
        assert self.process.poll() is None, (self.folder / "start.log").read_text()
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def url(self, path):
        return f"https://{HOST}:{self.port}{path}"


class ProxiedNode:
    """The proxy, which clients of the tests use like a node."""

    def __init__(self, proxy):
        self.proxy = proxy
        self.context = ssl.create_default_context(cafile=proxy.root)

    def connect(self, limit):
        connection = http.client.HTTPSConnection(HOST, self.proxy.port, timeout=limit, context=self.context)
        connection._create_connection = lambda address, timeout, source: socket.create_connection(
            ("127.0.0.1", address[1]), timeout, source
        )
        return connection

    def request(self, method, path, token, body=None, fields=None, limit=60):
        connection = self.connect(limit)
        try:
            fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **(fields or {})}
            connection.request(method, path, None if body is None else json.dumps(body), fields)
            response = connection.getresponse()
            # A proxy without a usable node says so itself.
            status = 503 if response.status in (502, 504) else response.status
            return status, response.headers, response.read()
        finally:
            connection.close()

    def open_stream(self, path, limit=60):
        connection = self.connect(limit)
        try:
            connection.request("GET", path)
            return connection, connection.getresponse()
        except LOST:
            connection.close()
            raise


@pytest.fixture
def cluster(tmp_path, nodes, postgres):
    """Three nodes on one database behind nginx: the proxy as a client sees it, the nodes, and the installation."""
    store = ["--database", postgres.url(postgres.create_database())]
    installation = Installation(tmp_path, store, 2)
    options = ["--origin", f"https://{HOST}", "--trust-proxy", "--log-level", "debug", "--log-format", "json"]
    for index in range(3):
        nodes.append(Node(tmp_path, f"node{index}", store, options=options).start())
    proxy = Proxy(tmp_path / "nginx", nodes)
    yield ProxiedNode(proxy), list(nodes), installation
    proxy.stop()


def test_three_nodes_behind_nginx(cluster):
    proxied, nodes, installation = cluster
    proxy = proxied.proxy
    plain = requests.get(f"http://127.0.0.1:{proxy.plain_port}/p/x", allow_redirects=False, timeout=60)
    assert plain.headers["Location"] == f"https://{HOST}/p/x"
    status, fields, _ = proxied.request("GET", "/readyz", "none")
    assert status == 200
    assert fields["Strict-Transport-Security"]

    # Events arrive while the response is open: neither buffered nor compressed. 30 streams, at all nodes.
    status, _, body = proxied.request("GET", "/flags/v1/definitions?eventStreams=1", installation.reader)
    path = json.loads(body)["eventStreams"][0]["endpoint"]["requestUri"]
    streams = [proxied.open_stream(path) for _ in range(30)]
    for _, response in streams:
        assert response.status == 200
        assert response.readline() == b"retry: 2000\n"
    writer = Writer(installation, [proxied], 0)
    eventually(lambda: len(writer.acknowledged) > 2)
    writer.join()
    revision = writer.acknowledged[-1][2]
    for connection, response in streams:
        while f'"revision":{revision}' not in (line := response.readline().decode()):
            assert line, "A stream ended."
        connection.close()
    check(installation, proxied, [writer])

    # Nodes know the client and the request as nginx does, and not what the client claims.
    claim = {"X-Forwarded-For": "203.0.113.9", "X-Request-ID": "claimed"}
    _, fields, _ = proxied.request("GET", f"/api/v1/programs/{PROGRAM}/items", installation.editor, fields=claim)
    identifier = fields["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{32}", identifier)
    assert any(identifier in node.logged() for node in nodes)
    access = proxy.folder / "flags-access.log"
    eventually(lambda: identifier in access.read_text())
    # Logs have no credentials.
    for secret in (path.rsplit(".", 1)[1], installation.editor, installation.reader):
        assert secret not in access.read_text()
        assert all(secret not in node.logged() for node in nodes)


def test_a_person_signs_in_behind_nginx_and_pages_follow(cluster):
    proxied, nodes, _ = cluster
    # Each node prints a code, of which the last is valid.
    lines = [next(line for line in node.process.stdout if "#first=" in line) for node in nodes]
    assert all(line.startswith(f"First account: https://{HOST}/#first=") for line in lines)
    codes = [line.split("#first=")[1].strip() for line in lines]
    fields = {"Origin": f"https://{HOST}", "X-Firesteel": "1", "Authorization": "none"}
    body = {"email": "mara@example.com", "name": "Mara", "password": "correct horse battery staple"}
    answers = [proxied.request("POST", "/api/v1/first-account", "", {"code": code, **body}, fields) for code in codes]
    cookie = next(found["Set-Cookie"] for status, found, _ in answers if status < 300)
    assert cookie.startswith("__Host-firesteel=")
    assert "; Secure" in cookie
    connection = proxied.connect(60)
    connection.request("GET", f"/api/v1/programs/{PROGRAM}/events", headers={"Cookie": cookie.split(";")[0]})
    response = connection.getresponse()
    assert response.status == 200
    assert json.loads(response.readline())
    connection.close()
    # Another origin is refused.
    wrong = {**fields, "Origin": "https://other.example.com"}
    assert proxied.request("POST", "/api/v1/session", "", body, wrong)[0] == 403


def more_changes(writers):
    """Waits until further changes were made."""
    count = changes_of(writers)
    eventually(lambda: any(writer.error for writer in writers) or changes_of(writers) > count + 4)


def changes_of(writers):
    return sum(len(writer.acknowledged) for writer in writers)


def responses_of(node):
    return node.logged().count('"message":"Responded"')


def more_responses(node, count):
    """Waits until a node has responded to further requests."""
    eventually(lambda: responses_of(node) > count + 20)


def test_nodes_are_replaced_one_at_a_time(cluster):
    proxied, nodes, installation = cluster
    writers = [Writer(installation, [proxied], index) for index in range(2)]
    follower = Follower(installation, [proxied])
    failures = []
    stopping = threading.Event()

    def evaluate():
        while not stopping.is_set():
            status, _, body = proxied.request(
                "POST", "/ofrep/v1/evaluate/flags", installation.reader, {"context": {"targetingKey": "ada"}}
            )
            if status != 200:
                failures.append((status, body))

    reader = threading.Thread(target=evaluate, daemon=True)
    reader.start()
    for node in nodes:
        more_changes(writers)
        assert node.end(limit=30) == 0, node.logged()
        more_changes(writers)
        before = responses_of(node)
        node.start()
        # The next one is replaced once nginx uses this one again.
        more_responses(node, before)
    for writer in writers:
        writer.join()
    last = max(writer.acknowledged[-1][2] for writer in writers)
    eventually(lambda: follower.error or follower.revision == last)
    follower.join()
    stopping.set()
    reader.join(60)
    # Evaluation had a result each time.
    assert failures == []
    check(installation, nodes[0], writers)
    installation.verify()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is a program of systemd.")
def test_systemd_accepts_the_unit(tmp_path):
    text = (DEPLOYMENT / "firesteel-server.service").read_text()
    unit = tmp_path / "firesteel-server.service"
    # What isn't installed here.
    unit.write_text(text.replace("/opt/firesteel-server/firesteel-server", "/bin/true"))
    result = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    own = [line for line in result.stderr.splitlines() if "firesteel-server.service" in line]
    assert own == []
    result = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=15", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    if "unrecognized option" not in result.stderr:
        assert result.returncode == 0, result.stdout
