"""The server ends on request, and with an unusable database."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from insight import Sender, counted
from node import Installation, Node, Writer, check, eventually, run_command


def stream_path(node, installation):
    status, _, body = node.request("GET", "/flags/v1/definitions?eventStreams=1", installation.reader)
    assert status == 200, body
    return json.loads(body)["eventStreams"][0]["endpoint"]["requestUri"]


def new_store(dialect, folder, request):
    if dialect == "sqlite":
        return ["--data", folder / "data"]
    postgres = request.getfixturevalue("postgres")
    return ["--database", postgres.url(postgres.create_database())]


def silent_client(node, installation):
    """Returns a connection with a response in progress, which its client doesn't read."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    client.connect(("127.0.0.1", node.port))
    client.setblocking(False)
    head = (
        f"GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {installation.editor}\r\n\r\n"
    )
    blocked = 0

    def is_blocked():
        # The server reads no more requests while a response can't be sent.
        nonlocal blocked
        try:
            client.send(head.encode() * 100)
            blocked = 0
        except BlockingIOError:
            blocked += 1
        return blocked > 50

    eventually(is_blocked)
    return client


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_a_termination_signal_ends_streams_and_finishes_changes(dialect, tmp_path, nodes, request):
    store = new_store(dialect, tmp_path, request)
    installation = Installation(tmp_path, store, 4)
    node = Node(tmp_path, "node", store).start()
    nodes.append(node)
    path = stream_path(node, installation)
    streams = [node.open_stream(path) for _ in range(200)]
    assert {response.status for _, response in streams} == {200}
    silent = silent_client(node, installation)
    writers = [Writer(installation, [node], index) for index in range(4)]
    eventually(lambda: sum(len(writer.acknowledged) for writer in writers) > 20)
    assert node.end(limit=30) == 0, node.logged()
    for connection, response in streams:
        lines = response.read().splitlines()
        # An orderly end of the body: http.client reports a shorter one.
        assert lines[0] == b"retry: 2000"
        connection.close()
    silent.close()
    node.start()
    for writer in writers:
        writer.join()
    check(installation, node, writers)
    assert node.end(limit=30) == 0
    if dialect == "sqlite":
        # A copy of the database file alone has all changes.
        log = tmp_path / "data/firesteel.sqlite-wal"
        assert not log.exists() or log.stat().st_size == 0
    installation.verify()


def test_a_termination_signal_ends_a_server_without_its_database(tmp_path, nodes, postgres):
    name = postgres.create_database()
    port = postgres.start_pooler()
    installation = Installation(tmp_path, ["--database", postgres.url(name)], 1)
    node = Node(tmp_path, "node", ["--database", postgres.url(name, port=port)]).start()
    nodes.append(node)
    connection, response = node.open_stream(stream_path(node, installation))
    postgres.stop_poolers()
    eventually(lambda: "Regular work fails and is repeated" in node.logged())
    # Flags are evaluated without the database.
    status, _, _ = node.request("GET", "/flags/v1/definitions", installation.reader)
    assert status == 200
    assert node.end(limit=30) == 0, node.logged()
    assert response.read().startswith(b"retry: 2000\n")
    connection.close()


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_a_newer_schema_is_refused(dialect, tmp_path, request):
    store = new_store(dialect, tmp_path, request)
    Installation(tmp_path, store, 1)
    statement = "INSERT INTO firesteel_schema (version) VALUES (99)"
    if dialect == "sqlite":
        database = sqlite3.connect(tmp_path / "data/firesteel.sqlite")
        database.execute(statement)
        database.commit()
        database.close()
    else:
        request.getfixturevalue("postgres").execute(store[1].rsplit("/", 1)[1], statement)
    result = run_command("serve", *store, "--listen", "127.0.0.1:0")
    assert result.returncode > 0
    assert "Can't open the database: its schema has version 99" in result.stderr
    assert "Start a newer version of the program" in result.stderr
    assert "Dashboard" not in result.stdout


@pytest.fixture
def small_disk(tmp_path, request):
    """A file system of 4 MB, or of the size given, in a namespace.

    Returns its path, what runs a program there, and its path outside.
    """
    size = getattr(request, "param", "4m")
    if sys.platform != "linux":
        pytest.skip("A file system of limited size needs a namespace of Linux.")
    disk = tmp_path / "disk"
    disk.mkdir()
    is_root = os.geteuid() == 0
    script = f'mount -t tmpfs -o size={size} tmpfs "{disk}" && echo mounted && exec sleep infinity'
    keeper = subprocess.Popen(
        ["unshare", "-m" if is_root else "-rm", "sh", "-c", script], stdout=subprocess.PIPE, text=True
    )
    assert keeper.stdout.readline() == "mounted\n"
    options = ["-m"] if is_root else ["-U", "-m", "--preserve-credentials"]
    yield disk, ["nsenter", "-t", str(keeper.pid), *options, "--"], Path(f"/proc/{keeper.pid}/root{disk}")
    keeper.kill()
    keeper.wait()
    keeper.stdout.close()


def fill(disk):
    """Uses all space of a disk."""
    with pytest.raises(OSError), open(disk / "filler", "wb", buffering=0) as file:
        while True:
            file.write(bytes(4_096))


def evaluate(node, installation):
    """Returns the values of all flags for one person."""
    status, _, body = node.request(
        "POST", "/ofrep/v1/evaluate/flags", installation.reader, {"context": {"targetingKey": "ada"}}
    )
    assert status == 200, body
    return [flag["value"] for flag in json.loads(body)["flags"]]


class PersistentWriter(Writer):
    """Proposes changes, also while the disk is full."""

    is_refused = False

    def is_expected(self, status, response):
        if status != 507:
            return False
        error = json.loads(response)["error"]
        assert error["code"] == "disk-full"
        assert "disk of the server's database is full" in error["message"]
        self.is_refused = True
        return True


def test_a_full_disk_fails_changes_and_loses_none(tmp_path, nodes, small_disk):
    disk, prefix, outside = small_disk
    installation = Installation(tmp_path, ["--data", disk / "data"], 1, prefix)
    node = Node(tmp_path, "node", installation.store, prefix).start()
    nodes.append(node)
    writer = PersistentWriter(installation, [node], 0)
    eventually(lambda: len(writer.acknowledged) > 5)
    fill(outside)
    eventually(lambda: writer.error or writer.is_refused)
    assert writer.error is None, writer.error
    known = writer.acknowledged[-1][2]
    assert installation.revision(node) == known
    assert evaluate(node, installation) == [True]
    assert "Free space on the disk of the database" in node.logged()
    # An interrupted process recovers as well.
    node.kill()
    (outside / "filler").unlink()
    node.start()
    eventually(lambda: writer.error or writer.acknowledged[-1][2] > known)
    writer.join()
    check(installation, node, [writer])
    assert node.end(limit=30) == 0
    installation.verify(prefix)


class PersistentSender(Sender):
    """Sends messages, also while the disk is full."""

    refusals = 0

    def is_expected(self, status, answer):
        if status != 507:
            return False
        assert answer["error"]["code"] == "disk-full"
        self.refusals += 1
        return True


# Large enough that the log of the database doesn't fill it alone.
@pytest.mark.parametrize("small_disk", ["32m"], indirect=True)
def test_a_full_disk_refuses_messages_and_loses_none_that_is_acknowledged(tmp_path, nodes, small_disk):
    disk, prefix, outside = small_disk
    installation = Installation(tmp_path, ["--data", disk / "data"], 1, prefix)
    ingest, admin = installation.token("ingest"), installation.token("admin", "--role", "admin")
    node = Node(tmp_path, "node", installation.store, prefix).start()
    nodes.append(node)
    senders = [PersistentSender([node], ingest, index) for index in range(4)]

    def is_failed():
        return any(sender.error for sender in senders)

    eventually(lambda: is_failed() or all(len(sender.acknowledged) > 5 for sender in senders))
    fill(outside)
    eventually(lambda: is_failed() or all(sender.refusals > 2 for sender in senders))
    assert not is_failed(), [sender.error for sender in senders]
    # Flags are evaluated all the while.
    refusals = sum(sender.refusals for sender in senders)
    for _ in range(20):
        assert evaluate(node, installation) == [True]
    eventually(lambda: is_failed() or sum(sender.refusals for sender in senders) > refusals)
    known = [len(sender.acknowledged) for sender in senders]
    (outside / "filler").unlink()
    eventually(
        lambda: (
            is_failed() or all(len(sender.acknowledged) > count for sender, count in zip(senders, known, strict=True))
        )
    )
    for sender in senders:
        sender.join()
    acknowledged = [entry for sender in senders for entry in sender.acknowledged]
    expected = (len(acknowledged), 2 * len(acknowledged), sum(has_report for _, has_report in acknowledged))

    def is_counted():
        return all(count >= least for count, least in zip(counted(node, admin), expected, strict=True))

    eventually(is_counted)
    assert counted(node, admin) == expected
    assert node.end(limit=30) == 0
    installation.verify(prefix)
