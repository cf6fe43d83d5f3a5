"""Checks change nothing, and reading commands and backups work while the server runs."""

import hashlib
import json
import re
import sqlite3
import subprocess
import sys

import pytest
from node import ENVIRONMENT, PROGRAM, Installation, Node, Writer, check, eventually, output_of, run_command


def contents(folder):
    """Returns the contents of a folder's files, without those that SQLite creates for a reader."""
    return {
        path: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }


def test_checking_a_new_folder_creates_nothing(tmp_path):
    output = output_of("check", "--data", tmp_path / "data")
    assert f"none in {tmp_path / 'data'}. “serve” would create it." in output
    assert list(tmp_path.iterdir()) == []
    result = run_command("check", "--data", tmp_path / "missing/data")
    assert result.returncode > 0
    assert "There is no folder" in result.stderr


def test_checking_reports_what_serve_would_do(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    Installation(tmp_path, store, 1)
    before = contents(tmp_path)
    assert "Database: current, with 1 program\n" in output_of("check", *store) + "\n"
    assert contents(tmp_path) == before
    # An empty database of another process.
    (tmp_path / "empty").mkdir(mode=0o700)
    sqlite3.connect(tmp_path / "empty/firesteel.sqlite").execute("VACUUM").connection.close()
    assert "“serve” would migrate it to version 10." in output_of("check", "--data", tmp_path / "empty")
    assert (tmp_path / "empty/firesteel.sqlite").stat().st_size <= 4_096
    # Options are those of serve.
    result = run_command("check", *store, "--origin", "https://flags.example.com/path")
    assert result.returncode > 0
    assert "without a path" in result.stderr


def test_checking_postgresql_migrates_nothing(postgres):
    store = ["--database", postgres.url(postgres.create_database())]
    assert "“serve” would migrate it to version 10." in output_of("check", *store)
    assert "“serve” would migrate it to version 10." in output_of("check", *store)


def test_a_running_server_is_checked_verified_exported_and_copied(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    installation = Installation(tmp_path, store, 2)
    node = Node(tmp_path, "node", store).start()
    nodes.append(node)
    writers = [Writer(installation, [node], index) for index in range(2)]
    eventually(lambda: all(len(writer.acknowledged) > 5 for writer in writers))
    assert "Database: current" in output_of("check", *store)
    installation.verify()
    assert '"w0"' in output_of("export", *store, "--program", PROGRAM)
    before = [writer.acknowledged[-1] for writer in writers]
    output_of("backup", *store, tmp_path / "copy.sqlite")
    eventually(lambda: all(writer.acknowledged[-1][1] > number + 3 for writer, (_, number, _) in zip(writers, before)))
    for writer in writers:
        writer.join()
    # A second copy under this name is refused.
    assert run_command("backup", *store, tmp_path / "copy.sqlite").returncode > 0
    # Another server needs the folder for itself.
    result = run_command("serve", *store, "--listen", "127.0.0.1:0")
    assert result.returncode > 0
    assert "another firesteel-server uses this folder" in result.stderr
    check(installation, node, writers)
    assert node.end() == 0

    # The drill: restore, verify, serve, and find all changes from before the copy.
    restored = ["--data", tmp_path / "restored"]
    output_of("restore", *restored, tmp_path / "copy.sqlite")
    assert "All changes are as they were written." in output_of("verify", *restored)
    node = Node(tmp_path, "restored", restored).start()
    nodes.append(node)
    found = {(change["id"], change["number"]) for change in installation.changes(node)}
    assert {(name, number) for name, number, _ in before} <= found
    assert node.end() == 0


def test_commands_write_beside_a_running_server_which_notices_it(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    installation = Installation(tmp_path, store, 2)
    node = Node(tmp_path, "node", store).start()
    nodes.append(node)
    writers = [Writer(installation, [node], index) for index in range(2)]
    eventually(lambda: all(len(writer.acknowledged) > 5 for writer in writers))
    file = tmp_path / "beside.json"
    for number in range(5):
        flag = {"state": "ENABLED", "variants": {"on": True, "off": False}, "defaultVariant": "on"}
        file.write_text(json.dumps({"flags": {f"beside{number}": flag}}))
        into = ["--program", PROGRAM, "--environment", ENVIRONMENT]
        assert "Imported as change" in output_of("import", *store, *into, "--yes", file)
        token = installation.token("server")

        def served(flag=f"beside{number}", token=token):
            status, _, body = node.request("GET", "/flags/v1/definitions", token)
            assert status == 200, body
            return flag in json.loads(body)["flags"]

        eventually(served)
    # The code of the command is the one that the server accepts, and the link of the other as well.
    origin = {"X-Firesteel": "1", "Origin": f"http://127.0.0.1:{node.port}"}
    mara = {"email": "mara@example.com", "name": "Mara", "password": "correct horse battery staple"}
    code = output_of("token", *store, "--first-account")
    status, _, body = node.request("POST", "/api/v1/first-account", "", {**mara, "code": code}, origin)
    assert status < 300, body
    link = output_of("account", *store, mara["email"], "--reset-password")
    reset = {"code": re.search(r"reset=(\S+)", link)[1], "password": "another battery staple horse"}
    status, _, body = node.request("POST", "/api/v1/password-resets", "", reset, origin)
    assert status < 300, body
    for writer in writers:
        writer.join()
    # No change of either process is lost.
    changes = installation.changes(node)
    acknowledged = sorted((entry for writer in writers for entry in writer.acknowledged), key=lambda entry: entry[1])
    found = [(change["id"], change["number"], change["revisions"][ENVIRONMENT]) for change in changes]
    assert [number for _, number, _ in found] == list(range(1, len(acknowledged) + 7))
    assert [entry for entry in found if entry in acknowledged] == acknowledged
    installation.verify()
    assert node.end() == 0
    installation.verify()


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit is a program of Linux.")
def test_the_limit_of_files_is_raised_or_respected(tmp_path, nodes):
    store = ["--data", tmp_path / "data"]
    Installation(tmp_path, store, 1)

    def limits(soft, hard, name, *more):
        options = ["--metrics-listen", "127.0.0.1:0", "--streams", 3_000, *more]
        prefix = ["prlimit", f"--nofile={soft}:{hard}"]
        node = Node(tmp_path, name, store, prefix, options).start()
        nodes.append(node)
        text = subprocess.run(["curl", "-s", node.addresses["Metrics"]], capture_output=True, text=True).stdout
        found = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert node.end() == 0
        return int(found["firesteel_event_streams_limit"]), int(found["process_max_fds"]), node.logged()

    streams, files, log = limits(256, 8_000, "raised")
    assert (streams, "file descriptors" in log) == (3_000, False)
    assert 3_850 < files <= 8_000
    streams, files, log = limits(256, 1_000, "lowered")
    assert files == 1_000
    assert 500 < streams < 700
    assert "The limit of file descriptors is too low for the event streams" in log
    assert "accepted=" in log
    # Fewer connections beside the streams need fewer files.
    streams, files, log = limits(256, 3_300, "tight", "--connections", 3_050)
    assert (streams, "file descriptors" in log) == (3_000, False)
    assert 3_200 < files <= 3_300
    refused = run_command("serve", *store, "--streams", 3_000, "--connections", 3_000)
    assert refused.returncode > 0
    assert "--connections has to be more than --streams" in refused.stderr
