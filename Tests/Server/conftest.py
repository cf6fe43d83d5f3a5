"""Starts the server on a temporary folder, with flags and tokens of each kind."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import failed_fixtures
import pytest
import requests
from longest_first import longest_first
from postgres import PostgreSQL

# A shell lets what it starts in the background ignore these. Processes of tests are ended with them.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
# Debug builds of the server hash passwords at this cost. At that of a release, each takes half a second.
os.environ.setdefault("FIRESTEEL_PASSWORD_COST", "12")

ROOT = Path(__file__).resolve().parents[2]
EXECUTABLE = Path(os.environ.get("FIRESTEEL_SERVER", ROOT / ".build/make/debug/firesteel-server"))
PROGRAM = "documents"
# The files whose tests wait for verdicts, leases and retries.
LONGEST = {
    "test_guards", "test_kills", "test_experiment_guard", "test_experiment_forgery", "test_experiment_kills",
    "test_plans",
}  # fmt: skip


def pytest_configure(config):
    config.pluginmanager.register(failed_fixtures)


def pytest_collection_modifyitems(config, items):
    longest_first(config, items, LONGEST)


@dataclass
class Server:
    """A running server: its address, and its tokens by their names."""

    address: str
    tokens: dict = field(default_factory=dict)
    # The code for the first account.
    code: str = ""
    session: requests.Session = field(default_factory=requests.Session)

    def fields(self, token):
        return {"Authorization": f"Bearer {self.tokens[token]}"} if token else {}

    def definitions(self):
        response = requests.get(f"{self.address}/flags/v1/definitions", headers=self.fields("server"), timeout=60)
        response.raise_for_status()
        return response.json()

    def evaluate(self, context, key=None, token="client"):
        """Evaluates one flag, or all; the response is an error of the protocol, or the result."""
        path = "/ofrep/v1/evaluate/flags" + (f"/{key}" if key else "")
        response = self.session.post(
            self.address + path, json={"context": context}, headers=self.fields(token), timeout=60
        )
        assert response.status_code in (200, 400), response.text
        return response.json()


def command(folder, *arguments):
    """Runs a command of the server's executable, and returns its output."""
    name, *rest = arguments
    result = subprocess.run(
        [EXECUTABLE, name, "--data", folder, *rest], capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0, f"{arguments}: {result.stdout}{result.stderr}"
    return result.stdout.strip()


@pytest.fixture(scope="session")
def start(tmp_path_factory):
    """Starts servers: `start(definitions)` imports definitions in flagd's format into development.

    Definitions of further programs have a client's token with the program's name.
    """
    if not EXECUTABLE.is_file():
        pytest.fail(
            f"There is no server at {EXECUTABLE}. Build it with scripts/build --product "
            "firesteel-server, or name it with FIRESTEEL_SERVER."
        )
    processes = []

    def start(definitions, further=None):
        folder = tmp_path_factory.mktemp("server")
        data = str(folder / "data")
        for program, document in {PROGRAM: definitions, **(further or {})}.items():
            file = folder / f"{program}.json"
            file.write_text(json.dumps(document), encoding="utf-8")
            command(data, "import", "--program", program, "--apply", str(file))
        tokens = {
            kind: command(data, "token", "--program", PROGRAM, "--kind", kind)
            for kind in ("client", "server", "ingest")
        }
        for program in further or {}:
            tokens[program] = command(data, "token", "--program", program, "--kind", "client")
        for role in ("viewer", "admin"):
            tokens[role] = command(data, "token", "--program", PROGRAM, "--kind", "admin", "--role", role)
        log = folder / "server.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [EXECUTABLE, "serve", "--data", data, "--listen", "127.0.0.1:0"],
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        processes.append((process, log))
        deadline = time.monotonic() + 60
        while "works once" not in (text := log.read_text(encoding="utf-8")):
            assert process.poll() is None, f"The server ended: {text}"
            assert time.monotonic() < deadline, f"The server didn't start: {text}"
            time.sleep(0.05)
        address = text.split("Dashboard: ")[1].splitlines()[0].rstrip("/")
        return Server(address, tokens, code=text.split("#first=")[1].split()[0])

    yield start
    for process, _ in processes:
        process.terminate()
    for process, log in processes:
        assert process.wait(timeout=60) == 0, log.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def postgres():
    server = PostgreSQL()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """The library that gives a process another wall clock."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if sys.platform != "linux" or not compiler:
        pytest.skip("Another wall clock needs Linux and a C compiler.")
    built = tmp_path_factory.mktemp("clock") / "wall_clock.so"
    source = Path(__file__).parent / "wall_clock.c"
    subprocess.run(
        [compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", source, "-o", built, "-ldl"], check=True
    )
    return built


@pytest.fixture
def nodes():
    """The started processes, which end with the test."""
    started = []
    yield started
    for node in started:
        node.stop()
