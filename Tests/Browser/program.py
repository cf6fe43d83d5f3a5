"""The real inspector of a program that a test scripts: see Tests/InspectorFixture."""

import json
import os
import shutil
import subprocess
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from ports import unused_port
from relay import Relay

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build/make/debug/InspectorFixture"


class Program(Relay):
    """A process, and what is between its inspector and pages. Commands are those of the type `Command` in Swift."""

    def __init__(self, runs=None, **options):
        self.folder = Path(tempfile.mkdtemp(prefix="inspector-"))
        self.runs = runs or self.folder / "runs"
        self.options = options
        super().__init__(self.start())

    def start(self, **more):
        """Starts the process. Returns its port."""
        path, port = os.environ.get("FIRESTEEL_INSPECTOR_FIXTURE", BUILT), unused_port()
        options = {"port": port, "folder": str(self.folder), "runs": str(self.runs), **self.options, **more}
        self.process = subprocess.Popen(
            [path, json.dumps(options)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        _, _, self.token = self.process.stdout.readline().strip().partition("/#token=")
        if not self.token:
            self.process.kill()
            raise AssertionError("The program has no address.")
        return port

    def restart(self, **options):
        """Ends the process and starts another, which has another token unless it is an option."""
        self.end()
        self.upstream = self.start(**options)

    def end(self):
        try:
            self.process.communicate(timeout=60)
        finally:
            self.process.kill()
        assert self.process.returncode == 0, "The program ended abnormally."

    def stop(self):
        self.close()
        try:
            self.end()
        finally:
            shutil.rmtree(self.folder)

    def address(self, path=""):
        return f"{self.origin}/{path}#token={self.token}"

    def command(self, **command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def call(self, path, /, method="GET", **body):
        """Calls the interface as another page does."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.upstream}/api/{path}",
            method="POST" if body else method,
            data=json.dumps(body).encode() if body else None,
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)

    def rows(self, **query):
        """All entries of the timeline, or those that match, oldest first."""
        rows, offset = [], 0
        while True:
            answer = self.call(f"timeline?{urlencode({**query, 'offset': offset, 'limit': 500})}")
            rows += answer["rows"]
            offset = max(offset, answer["first"]) + 500
            if offset >= answer["total"]:
                return rows

    def total(self, **query):
        """The number of entries of the timeline, or of those that match."""
        return self.call(f"timeline?{urlencode({**query, 'limit': 0})}")["total"]

    def perform(self, *inputs, action="Rename", feature="App/Documents", **more):
        """Performs an action once for each input, and returns the identifiers of the performs."""
        return self.command(action=f"{feature}/#{action}", inputs=inputs, **more)

    def perform_different(self, times):
        """Performs different actions in turn: Open and Save Document. Their rows aren't folded."""
        how = {"took": 800, "every": 120_000}
        return [self.perform("Q4 plan.md", action=("Open", "Save")[n % 2], **how)[0] for n in range(times)]

    def add(self, count=1, outcome=None):
        """Performs several typical actions, or saves with an outcome."""
        if outcome is None:
            self.command(fill=count)
        else:
            self.perform(*["Q4 plan.md"] * count, action="Save", outcome=outcome, holds=outcome == "in-flight")

    def control(self, path, kind, on):
        """Changes a constraint of a feature, as another page does."""
        self.call("features/control", path=path, kind=kind, **({} if on is None else {"on": on}))

    @property
    def overrides(self):
        """The overrides of flags as JSON, by key."""
        return {flag["key"]: flag["override"] for flag in self.call("flags")["flags"] if "override" in flag}

    def override(self, key, value):
        """Overrides a flag with JSON, as another page does."""
        self.call("flags/override", key=key, value=value)


@contextmanager
def program(runs=None, **options):
    """A program for one test, with copies of earlier runs."""
    running = Program(**options)
    try:
        if runs:
            shutil.copytree(runs, running.runs, dirs_exist_ok=True)
        yield running
    finally:
        running.stop()


@contextmanager
def used_program(performs=2_000, **options):
    """A program for one test, with a run of typical actions up to now."""
    with program(**options) as running:
        running.command(fill=performs)
        yield running
