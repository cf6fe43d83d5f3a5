"""Starts Documents for callers without a screen: as a command, for an agent, and as a server of actions."""

import os
import signal
import subprocess
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

# A shell lets what it starts in the background ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]
EXECUTABLE = os.environ.get("FIRESTEEL_DOCUMENTS", str(ROOT / ".build/make/debug/documents"))


@dataclass
class Program:
    """The command line of Documents on a folder, and its environment."""

    folder: Path
    command: list
    environment: dict

    def do(self, *arguments, text=None):
        """Performs an action, and returns what it printed."""
        return subprocess.run(
            [*self.command, "do", *arguments],
            input=text,
            capture_output=True,
            text=True,
            timeout=60,
            env=self.environment,
        )


@pytest.fixture
def program(tmp_path):
    folder, runs = tmp_path / "documents", tmp_path / "runs"
    folder.mkdir()
    runs.mkdir(mode=0o700)
    (folder / "Sea.md").write_text("# Sea\n\nThe tide turns.\n")
    return Program(
        folder,
        [EXECUTABLE, "--folder", str(folder), "--runs", str(runs)],
        {**os.environ, "FIRESTEEL_DEMO": str(tmp_path / "demo")},
    )


@dataclass
class Server:
    """A running server of actions."""

    address: str
    token: str


@contextmanager
def serving(program, *options):
    """Starts a server of actions, and ends it unless it has ended."""
    process = subprocess.Popen(
        [*program.command, "--port", "0", "--no-inspector", "--automation-port", "0", *options],
        stdout=subprocess.PIPE,
        text=True,
        env=program.environment,
    )
    # Ends the wait for the addresses of a program that doesn't print them.
    timer = threading.Timer(60, process.kill)
    timer.start()
    address = token = None
    for line in process.stdout:
        if line.startswith("Actions:"):
            address = line.split()[1].removesuffix("/actions")
        if "with the token in" in line:
            token = Path(line.split("token in ")[1].split(";")[0]).read_text().strip()
        if line.startswith("Control-C"):
            break
    timer.cancel()
    try:
        assert address and token
        yield Server(address, token)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


@pytest.fixture
def server(program):
    with serving(program) as server:
        yield server
