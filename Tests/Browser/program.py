"""The real inspector of a program that a test scripts: see Tests/InspectorFixture."""

import json
import os
import subprocess
from contextlib import contextmanager
from pathlib import Path

from ports import unused_port

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build/make/debug/InspectorFixture"


class Program:
    """A process with a run that nothing has happened in. Commands are those of the type `Command` in Swift."""

    def __init__(self):
        path = os.environ.get("FIRESTEEL_INSPECTOR_FIXTURE", BUILT)
        self.process = subprocess.Popen(
            [path, str(unused_port())], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        address, _, self.token = self.process.stdout.readline().strip().partition("/#token=")
        self.origin = address
        assert self.token, "The program ended before it had an address."

    def address(self, path=""):
        return f"{self.origin}/{path}#token={self.token}"

    def command(self, **command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def perform(self, *inputs, action="Rename", feature="App/Documents", **more):
        """Performs an action once for each input, and returns the identifiers of the performs."""
        return self.command(action=f"{feature}/#{action}", inputs=inputs, **more)

    def perform_different(self, times):
        """Performs different actions in turn: Open and Save Document. Their rows aren't folded."""
        how = {"took": 800, "every": 120_000}
        return [self.perform("Q4 plan.md", action=("Open", "Save")[n % 2], **how)[0] for n in range(times)]

    def stop(self):
        self.process.stdin.close()
        status = self.process.wait(timeout=60)
        self.process.stdout.close()
        assert status == 0, "The program ended abnormally."


@contextmanager
def program():
    """A program for one test."""
    running = Program()
    try:
        yield running
    finally:
        running.stop()
