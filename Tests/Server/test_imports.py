"""The command line imports files of other systems: it shows the difference first, and changes nothing without --yes."""

import json
import subprocess

import pytest
from conftest import EXECUTABLE

UNLEASH = {
    "version": 2,
    "features": [
        {"name": "search", "enabled": True, "strategies": [{"name": "userWithId", "parameters": {"userIds": "ada"}}]},
        {"name": "host", "enabled": True, "strategies": [{"name": "applicationHostname", "parameters": {}}]},
    ],
}
JUSTTWEAK = {"editor": {"size": {"Title": "Size", "Value": 12}}}


@pytest.fixture
def run(tmp_path):
    def run(name, document=None, *options, status=0):
        arguments = [EXECUTABLE, name, "--data", str(tmp_path / "data"), *options]
        if document is not None:
            file = tmp_path / "file.json"
            file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
            arguments.append(str(file))
        result = subprocess.run(
            arguments, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL
        )
        assert result.returncode == status, result.stdout + result.stderr
        return result.stdout + result.stderr

    return run


def exported(run):
    return json.loads(run("export", None, "--program", "documents"))["items"]


def test_the_difference_is_shown_before_anything_changes(run):
    into = ("--program", "documents")
    run("token", None, *into, "--kind", "client")
    for options in [(), ("--dry-run",)]:
        text = run("import", UNLEASH, *into, *options)
        assert "Format: Unleash" in text
        assert "+ flag “search”" in text and "+ targeting of “search” in development" in text
        assert "Left out: flag “host”" in text and "applicationHostname" in text
        assert "Nothing was changed. Repeat with --yes" in text
        assert exported(run) == []
    text = run("import", UNLEASH, *into, "--yes")
    assert "Imported as change 1." in text
    assert {item["name"] for item in exported(run)} == {"search"}
    assert "Nothing to import" in run("import", UNLEASH, *into)


def test_the_format_can_be_named(run):
    into = ("--program", "documents", "--yes")
    assert "Format: JustTweak" in run("import", JUSTTWEAK, *into, "--format", "justtweak")
    assert "no format of files" in run("import", JUSTTWEAK, *into, "--format", "csv", status=1)
    assert "not both" in run("import", JUSTTWEAK, *into, "--dry-run", status=64)
    assert "neither JSON" in run("import", "flags: []", *into, status=1)


def test_a_protected_environment_needs_a_reason_or_an_approval(run):
    into = ("--program", "documents", "--yes")
    assert "needs a reason" in run("import", JUSTTWEAK, *into, "--environment", "staging", status=1)
    assert "Imported as change 1" in run("import", JUSTTWEAK, *into, "--environment", "staging", "--reason", "Move")


def test_only_new_flags_are_imported_and_others_left_as_they_are(run):
    into = ("--program", "documents", "--only-new", "--yes")
    first = {"flags": {"a": bool_flag(True), "b": bool_flag(True)}}
    assert "Imported as change 1" in run("import", first, *into)
    assert "Nothing to import" in run("import", first, *into)
    before = {(item["kind"], item["name"]): item["value"] for item in exported(run)}
    # Another default of a flag that the program has, and a new flag.
    text = run("import", {"flags": {"a": bool_flag(False), "b": bool_flag(True), "c": bool_flag(False)}}, *into)
    assert "Imported as change 2" in text and "“c”" in text and "“a”" not in text
    after = {(item["kind"], item["name"]): item["value"] for item in exported(run)}
    assert {key: after[key] for key in before} == before
    assert set(after) - set(before) == {("flag", "c"), ("targeting", "c")}
    assert "Imported as change 3" in run("import", {"flags": {"a": bool_flag(False)}}, *into[:2], "--yes")


def bool_flag(default):
    return {"state": "ENABLED", "variants": {"on": True, "off": False}, "defaultVariant": "on" if default else "off"}
