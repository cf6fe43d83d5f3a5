"""The real inspector of a program that does what a test tells it: see Tests/InspectorFixture."""

import json
import os
import subprocess
import urllib.request
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

    def call(self, path, body=None):
        """The answer of the inspector's interface."""
        request = urllib.request.Request(
            f"{self.origin}/api/{path}",
            None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)

    def command(self, **command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def perform(self, *inputs, action="Rename", feature="App/Documents", **more):
        """Performs an action once for each input, and returns the identifiers of the performs."""
        return self.command(action=f"{feature}/#{action}", inputs=inputs, **more)

    def control(self, path, kind, on):
        return self.call("features/control", {"path": path, "kind": kind, "on": on})

    def state(self, path):
        """The states of a feature's controls, by kind."""

        def find(features):
            for feature in features:
                if feature["path"] == path:
                    return feature
                if found := find(feature["features"]):
                    return found
            return None

        controls = [one["control"] for one in find(self.call("features")["roots"])["conditions"] if "control" in one]
        return {control["kind"]: control["on"] for control in controls}

    def overrides(self):
        return {flag["key"]: flag["override"] for flag in self.call("flags")["flags"] if "override" in flag}

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


def fail(page, path):
    """Has calls of a page fail until the route is removed, as those of a program on a full disk."""
    body = {"error": {"code": "internal", "message": "The disk is full."}}
    page.route(f"**/api/{path}", lambda route: route.fulfill(status=500, json=body))
