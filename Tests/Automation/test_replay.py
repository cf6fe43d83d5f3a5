"""A crash of Documents that is replayed: it ends the program again, and the flag without which it doesn't is named."""

import http.client
import http.server
import json
import os
import re
import subprocess
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from conftest import EXECUTABLE, ROOT, serving

WRITTEN_TEST = ROOT / "Examples/Documents/Tests/Reports/SaveDocumentSucceeds.swift"
# What a person fills in: imports, a presenter, a text, and the data.
FILLED_IN = {
    "import Testing\n": "import TestSupport\nimport Testing\n",
    "<#any DocumentPresenter#>": "RecordingPagePresenter()",
    "{ _ in": "{ test in",
    "<#text: String#>": '"# Plan"',
    "        // Set up the data of Document Management here: the report has the inputs alone.\n": """\
        let folder = try TemporaryFolder()
        try folder.write("# Old plan", to: "Plan.md")
        let store = try DocumentStore(at: folder.path)
        defer { withExtendedLifetime(store) {} }
        ServedFolder.set(store, of: test.runtime)

""",
}


@pytest.fixture
def documents(tmp_path):
    folder, runs, temporary = tmp_path / "documents", tmp_path / "runs", tmp_path / "temporary"
    folder.mkdir()
    runs.mkdir(mode=0o700)
    temporary.mkdir()
    (folder / "Plan.md").write_text("# Plan\n")

    def run(*arguments, options=()):
        return subprocess.run(
            [EXECUTABLE, "--folder", folder, "--runs", runs, "--rehearse", "fast-save-crash", *options, *arguments],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            # Tests at the same time have copies of documents there, too.
            env={**os.environ, "TMPDIR": str(temporary)},
        )

    run.folder, run.runs, run.temporary = folder, runs, temporary
    return run


@pytest.fixture
def remote_flags():
    """The address of flags, and the connections to it."""
    connections = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_error(404)

        def log_message(self, *arguments):
            pass

    class Listener(http.server.ThreadingHTTPServer):
        def verify_request(self, request, client):
            connections.append(client)
            return True

    with Listener(("127.0.0.1", 0), Handler) as listener:
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listener.server_port}/flags", connections
        listener.shutdown()


def test_a_crash_is_replayed_and_its_flag_is_named(documents):
    save = ("do", "save-document", "--document", "Plan", "--text", "planted-text")
    crashed = documents(*save, options=("--flag", "fast-save=true"))
    assert crashed.returncode < 0, crashed.stderr
    (report,) = (documents.runs / "commands").glob("*.run")
    assert b"planted-text" not in report.read_bytes()
    # The text was hidden, so it is given.
    refused = documents("replay", report)
    assert refused.returncode == 2 and "(--hidden): text" in refused.stderr
    again = documents("replay", report, "--hidden", "text=other")
    assert again.returncode == crashed.returncode and "Save Document" in again.stderr
    without = documents("replay", report, "--hidden", "text=other", "--with", "fast-save=false", "--json")
    assert without.returncode == 0
    replay = json.loads(without.stdout)
    assert not replay["failed"] and replay["steps"][-1]["replayed"] == "succeeded"
    assert replay["steps"][-1]["recorded"] == "was in flight when the program ended"
    # With the default instead of a wrong value it wouldn't fail, which would acquit the flag.
    for option, message in [
        (("--with", "fast-save=on"), "a value of “fast-save”, which is of the type Bool, one of true, false."),
        (("--with", "Documents/FastSave=false"), "no flag “Documents/FastSave”. Its flags are"),
        (("--hidden", "bogus=1"), "no input has a hidden value “bogus”. There are: text."),
        (("--bisect", "--shortest"), "two tasks"),
    ]:
        wrong = documents("replay", report, "--hidden", "text=other", *option)
        assert wrong.returncode == 2 and message.lower() in wrong.stderr.lower(), wrong.stderr
    named = documents("replay", report, "--hidden", "text=123", "--bisect")
    assert named.returncode == 1, named.stderr
    assert named.stdout == "It doesn't fail without these answers of flags: fast-save = true.\n"
    link = documents.folder.with_name("link")
    link.symlink_to(documents.folder)
    linked = ("--hidden", "text=other", "--with", "fast-save=false")
    assert documents("replay", report, *linked, options=("--folder", link)).returncode == 0
    # Nothing of it reached the documents, and no copy remains.
    assert (documents.folder / "Plan.md").read_text() == "# Plan\n"
    assert documents("do", "--list").returncode == 0
    assert list(documents.temporary.glob("documents-replay-*")) == []
    assert [file.suffix for file in documents.runs.glob("*.run")] == []


def test_a_recorded_answer_of_a_removed_flag_is_named(documents):
    action = {"feature": "Documents/DocumentManagement", "action": "RenameDocument"}
    perform = {"perform": 1, "session": 2, "at": 1, **action}
    value = {"value": "true", "provider": "Server", "sessions": [2]}
    events = [
        {"kind": "begin", **perform},
        {"kind": "input-kept", **perform, "json": '{"document": "Plan.md", "newName": "Old"}'},
        {"kind": "completion", **perform, "outcome": "failure"},
        {"kind": "flag", "flag": "removed", "values": [value]},
    ]
    report = documents.folder.with_name("report.json")
    described = {"run": "r", "number": 1, "time": 1, "kind": "failure", "program": {"name": "Documents"}}
    report.write_text(json.dumps({"format": 1, **described, **action, "state": "failed", "timeline": {"run": events}}))
    note = "Recorded answers are left out, because the program has no such flags or values: removed = true."
    assert f"\n-  {note}\n" in documents("replay", report).stdout
    replay = json.loads(documents("replay", report, "--json").stdout)
    assert replay["notes"] == [note] and replay["ignoredFlags"] == ["removed"]
    for task in ("--bisect", "--shortest"):
        assert f"-  {note}\n" in documents("replay", report, task).stdout
        assert json.loads(documents("replay", report, task, "--json").stdout)["ignoredFlags"] == ["removed"]
    refused = documents("replay", report, "--with", "removed=false")
    assert refused.returncode == 2 and "no flag “removed”" in refused.stderr


def test_wrong_arguments_are_errors(documents):
    pipe, page = documents.folder.with_name("pipe"), documents.folder.with_name("page.html")
    os.mkfifo(pipe)
    page.write_text("<!doctype html>")
    for arguments, message in [
        ((), "Name a report"),
        (("missing.json",), "Can't read"),
        ((pipe,), "neither the JSON of a report nor the file of a run"),
        ((page,), "pages and archives of debug reports don't have the inputs"),
        (("a.json", "b.json"), "one report"),
        (("--bogus",), "no option --bogus"),
        (("a.json", "--with", "fast-save"), "name and a value"),
        (("a.json", "--limit", "0"), "above 0"),
    ]:
        result = documents("replay", *arguments)
        assert result.returncode == 2 and message in result.stderr, (arguments, result.stderr)
    # A report that can't be read performs nothing and writes nothing.
    damaged, written = documents.folder.with_name("damaged.json"), documents.folder.with_name("Written.swift")
    for text in ('{"run": 1}', '{"a":' * 5_000, "{"):
        damaged.write_text(text)
        result = documents("replay", damaged, "--write-test", written)
        assert result.returncode == 2 and result.stderr and not written.exists()
    assert (documents.folder / "Plan.md").read_text() == "# Plan\n"
    result = documents("replay", "a.json", options=("--flag", "fast-save=false"))
    assert result.returncode == 2 and "--with key=value" in result.stderr


def test_the_shortest_sequence_becomes_a_test(program, tmp_path, remote_flags):
    rehearsal = ("--rehearse", "fast-save-crash", "--flag", "fast-save=true")
    address, connections = remote_flags
    remote = ("--remote-flags", address)

    def perform(server, action, **values):
        request = urllib.request.Request(
            f"{server.address}/actions/Documents/{action}",
            data=json.dumps(values).encode(),
            headers={"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"},
        )
        urllib.request.urlopen(request, timeout=30).read()

    with serving(program, *rehearsal, *remote) as server:
        perform(server, "DocumentManagement/CreateDocument", title="Plan", text="planted-text")
        for name, new in (("Sea", "Lake"), ("Plan", "Sea"), ("Sea", "Plan")):
            perform(server, "DocumentManagement/RenameDocument", document=name, newName=new)
        with pytest.raises((urllib.error.URLError, http.client.HTTPException, ConnectionError)):
            perform(server, "DocumentManagement/SaveDocument", document="Plan", text="planted-text")
    # The program requests flags; its replay connects to no server.
    assert connections
    connections.clear()
    runs = Path(program.command[-1])
    (run,) = runs.glob("*.run")

    def replay(*arguments):
        return subprocess.run(
            [*program.command, *rehearsal[:2], *remote, "replay", run, "--hidden", "text=x", *arguments],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    written = tmp_path / "Written.swift"
    result = replay("--write-test", written)
    assert result.returncode == 1, result.stderr
    assert result.stdout == (
        "It fails with 1 of 5 steps:\n   Save Document was in flight when the program ended\n"
        f"No shorter sequence of these steps fails.\nThe test is in {written}.\n"
    )
    again = replay("--write-test", written)
    assert again.returncode == 2 and "exists" in again.stderr
    assert replay("--with", "fast-save=false").returncode == 0
    assert connections == []
    source = re.sub(r"From run \S+ of", "From run RUN of", written.read_text())
    assert "planted" not in source
    for text, filled in FILLED_IN.items():
        assert text in source, source
        source = source.replace(text, filled)
    if os.environ.get("FIRESTEEL_RECORD") == "1":
        WRITTEN_TEST.write_text(source)
    assert source == WRITTEN_TEST.read_text(), "FIRESTEEL_RECORD=1 writes it again."
