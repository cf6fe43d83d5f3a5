"""Starts the real demo and ends it, however it ends."""

import os
import re
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def program():
    """The demo that was built. Without it the tests fail: they are about it."""
    path = Path(os.environ.get("FIRESTEEL_DOCUMENTS", ROOT / ".build/debug/documents"))
    assert path.exists(), f"There is no demo at {path}: build the product `documents`, or set FIRESTEEL_DOCUMENTS."
    return path


class Demo:
    """A running demo in a folder of its own."""

    def __init__(self, folder, *options):
        self.process = subprocess.Popen(
            [program(), "--port", "0", "--inspector-port", "0", *options],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # What a crash prints is not what is tested, and takes seconds.
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": str(folder)},
        )
        self.app = self._address("Documents")
        self.inspector = self._address("Inspector")

    def _address(self, name):
        for line in self.process.stdout:
            if found := re.match(rf"{name}:\s+(http://\S+)", line):
                return found[1]
        raise AssertionError(f"The demo ended before it told where {name} is.")

    def page(self, name):
        """The address of a page of the inspector, with its token."""
        return self.inspector.replace("/#", f"/{name}#")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout=20)
        finally:
            self.process.kill()
            self.process.stdout.close()
        return self.process.returncode


@contextmanager
def demo(folder, *options):
    running = Demo(folder, *options)
    try:
        yield running
    finally:
        running.stop()
