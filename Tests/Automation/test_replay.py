"""A crash of Documents that is replayed: it ends the program again, and the flag without which it doesn't is named."""

import json
import subprocess
from pathlib import Path
from tempfile import gettempdir

import pytest
from conftest import EXECUTABLE


@pytest.fixture
def documents(tmp_path):
    folder, runs = tmp_path / "documents", tmp_path / "runs"
    folder.mkdir()
    runs.mkdir(mode=0o700)
    (folder / "Plan.md").write_text("# Plan\n")

    def run(*arguments, options=()):
        return subprocess.run(
            [EXECUTABLE, "--folder", folder, "--runs", runs, "--rehearse", "fast-save-crash", *options, *arguments],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    run.folder, run.runs = folder, runs
    return run


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
    assert not [path for path in Path(gettempdir()).glob("documents-replay-*") if (path / "documents/Plan.md").exists()]
    assert [file.suffix for file in documents.runs.glob("*.run")] == []


def test_wrong_arguments_are_errors(documents):
    for arguments, message in [
        ((), "Name a report"),
        (("missing.json",), "Can't read"),
        (("a.json", "b.json"), "one report"),
        (("--bogus",), "no option --bogus"),
        (("a.json", "--with", "fast-save"), "name and a value"),
    ]:
        result = documents("replay", *arguments)
        assert result.returncode == 2 and message in result.stderr, (arguments, result.stderr)
