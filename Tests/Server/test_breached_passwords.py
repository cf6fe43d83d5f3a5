"""Passwords that are known from breaches can't be set, and the option with their list is validated."""

import hashlib
import json
import os
import re

import requests
from node import Node, output_of, run_command

BREACHED, OTHER = "dwimmerlaik-7", "correct horse battery"


def write(path, *passwords):
    """Replaces a list, as a download that was renamed does."""
    hashes = sorted(hashlib.sha1(password.encode()).hexdigest().upper() for password in passwords)
    new = path.with_suffix(".new")
    new.write_bytes("".join(f"{digits}:3\r\n" for digits in hashes).encode())
    os.replace(new, path)


def test_the_list_is_checked_wherever_the_option_is(tmp_path):
    store = ["--data", tmp_path / "data"]
    path = tmp_path / "pwned.txt"
    write(path, BREACHED, "other", "another")
    accepted = f"Breached passwords: those in {path} can't be set"
    assert accepted not in output_of("check", *store)
    assert accepted in output_of("check", *store, "--breached-passwords", path)
    environment = ["env", f"FIRESTEEL_BREACHED_PASSWORDS={path}"]
    assert accepted in output_of("check", *store, prefix=environment)
    file = tmp_path / "options.json"
    file.write_text(json.dumps({"firesteel": {"breached": {"passwords": str(path)}}}))
    assert accepted in output_of("check", *store, "--config", file)

    missing = tmp_path / "missing.txt"
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("password\nletmein\n")
    for command in ("check", "serve"):
        result = run_command(command, *store, "--breached-passwords", missing)
        assert result.returncode > 0
        assert f"Can't read the breached passwords in {missing}: No such file or directory." in result.stderr
        result = run_command(command, *store, "--breached-passwords", wrong)
        assert result.returncode > 0
        assert "line 1 isn't a SHA-1 hash" in result.stderr
    assert not (tmp_path / "data").exists()


def test_a_list_that_is_damaged_later_is_logged_once_and_replaced_without_a_restart(tmp_path, nodes):
    path = tmp_path / "pwned.txt"
    write(path, "other")
    node = Node(tmp_path, "node", ["--data", tmp_path / "data"], options=["--breached-passwords", path]).start()
    nodes.append(node)
    code = re.search(r"#first=(\S+)", node.process.stdout.readline())[1]
    origin = f"http://127.0.0.1:{node.port}"

    def create(password):
        body = {"code": code, "email": "ines@example.com", "name": "Ines Falk", "password": password}
        fields = {"Origin": origin, "X-Firesteel": "1"}
        return requests.post(f"{origin}/api/v1/first-account", json=body, headers=fields, timeout=60)

    write(path, BREACHED, "other")
    refused = create(BREACHED)
    assert refused.status_code == 422
    assert "known from a data breach" in refused.json()["error"]["message"]

    path.write_text("damaged\n")
    for _ in range(3):
        assert create(OTHER).status_code == 503
    log = node.logged()
    assert log.count("New passwords can't be compared with the breached ones") == 1
    assert str(path) in log
    assert hashlib.sha1(OTHER.encode()).hexdigest()[:8] not in log.lower()

    write(path, BREACHED)
    assert create(BREACHED).status_code == 422
    assert create(OTHER).status_code == 201
