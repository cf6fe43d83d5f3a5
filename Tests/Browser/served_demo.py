"""Starts the demo as `make demo` does, with its server, and ends it."""

import os
import queue
import re
import signal
import subprocess
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from dashboard_server import binary
from demo import program

ROOT = Path(__file__).resolve().parents[2]
RUN_DEMO = ROOT / "scripts/run-demo"


def processes(text):
    """The processes with a text in their command."""
    listing = ["ps", "-A", "-ww", "-o", "pid=,command="]
    lines = subprocess.run(listing, capture_output=True, text=True, check=True).stdout.splitlines()
    return [int(line.split()[0]) for line in lines if text in line]


class ServedDemo:
    """`scripts/run-demo` with programs that are built, in a separate folder."""

    def __init__(self, folder, port="", server_port="", rehearsal="", server=None, documents=None, samples=False):
        self.place, files = folder / "demo", "" if samples else folder / "documents"
        if files:
            files.mkdir(exist_ok=True)
        self.data = self.place / "server"
        self.process = subprocess.Popen(
            [RUN_DEMO, files, str(port), str(server_port), rehearsal],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # Control-C reaches all processes of its group.
            start_new_session=True,
            env={
                **os.environ,
                "FIRESTEEL_DOCUMENTS": str(documents or program()),
                "FIRESTEEL_SERVER": str(server or binary()),
                "FIRESTEEL_DEMO": str(self.place),
            },
        )
        self.printed, self._lines = [], queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        with suppress(ValueError):
            for line in self.process.stdout:
                self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def line(self, pattern, within=60):
        """The first group of the first printed line with the pattern. Programs side by side print in any order."""
        for line in self.printed:
            if found := re.search(pattern, line):
                return found[1] if found.groups() else line
        end = time.monotonic() + within
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"No line with {pattern} was printed: {self.printed}") from None
            if line is None:
                raise AssertionError(f"The demo ended before a line with {pattern}: {self.printed}")
            self.printed.append(line)
            if found := re.search(pattern, line):
                return found[1] if found.groups() else line

    def read_addresses(self):
        self.app, self.inspector = self.line(r"^Documents:\s+(\S+)"), self.line(r"^Inspector:\s+(\S+)")
        self.dashboard = self.line(r"^Dashboard:\s+(\S+)")
        return self

    def page(self, name):
        """The address of a page of the inspector, with its token."""
        return self.inspector.replace("/#", f"/{name}#")

    def servers(self):
        return processes(f"serve --data {self.data}")

    def stop(self):
        """Presses Control-C, and returns the exit status."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGINT)
        try:
            status = self.process.wait(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        with suppress(queue.Empty):
            while (line := self._lines.get(timeout=60)) is not None:
                self.printed.append(line)
            self._lines.put(None)
        return status


@contextmanager
def served_demo(folder, *arguments, **how):
    running = ServedDemo(folder, *arguments, **how)
    try:
        yield running
    finally:
        running.stop()
