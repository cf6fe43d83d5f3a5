"""Starts the real demo and ends it, however it ends."""

import json
import os
import re
import signal
import subprocess
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

from ports import unused_port

ROOT = Path(__file__).resolve().parents[2]


def program():
    """The demo that was built. Without it the tests fail: they are about it."""
    path = Path(os.environ.get("FIRESTEEL_DOCUMENTS", ROOT / ".build/make/debug/documents"))
    assert path.exists(), f"There is no demo at {path}: build the product `documents`, or set FIRESTEEL_DOCUMENTS."
    return path


class Demo:
    """A running demo in a separate folder."""

    def __init__(self, folder, *options, ports=None, backtrace="enable=no"):
        self.ports = ports or (unused_port(), unused_port())
        # What a crash prints is not what is tested, and takes seconds.
        environment = {**os.environ, "SWIFT_BACKTRACE": backtrace, "TMPDIR": str(folder)}
        if backtrace is None:
            del environment["SWIFT_BACKTRACE"]
        self.process = subprocess.Popen(
            [program(), "--port", str(self.ports[0]), "--inspector-port", str(self.ports[1]), *options],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        self.printed = []
        # With its token, as the user opens it.
        self.app = self._printed("Documents")
        self.address = self.app.partition("#")[0]
        self.inspector = self._printed("Inspector")
        self.flags = Path(self._printed("Flags"))
        # A demo whose output isn't read waits at the end of the pipe.
        threading.Thread(target=self._read_on, daemon=True).start()

    def _printed(self, name):
        for line in self.process.stdout:
            self.printed.append(line.rstrip("\n"))
            if found := re.match(rf"{name}:\s+(\S.*)", line):
                return found[1].strip()
        raise AssertionError(f"The demo ended before it told where {name} is.")

    def _read_on(self):
        # The process that stops the demo may close the pipe first.
        with suppress(ValueError):
            for _ in self.process.stdout:
                pass

    def edit_flags(self, change):
        """Edits the file of flags as people do, in an editor: `change(flags)` gets the definitions by their keys."""
        contents = json.loads(self.flags.read_text(encoding="utf-8"))
        change(contents["flags"])
        self.write_flags(json.dumps(contents, indent=2))

    def write_flags(self, text):
        """Replaces the file of flags as a whole: the demo, which reads it at any time, never sees half of it."""
        new = self.flags.with_name(f"{self.flags.name}.new")
        new.write_text(text, encoding="utf-8")
        new.replace(self.flags)

    def at(self, path):
        """The address of a path of the app, with its token."""
        return self.app.replace("/#", f"/{path}#")

    def page(self, name):
        """The address of a page of the inspector, with its token."""
        return self.inspector.replace("/#", f"/{name}#")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout=60)
        finally:
            self.process.kill()
            self.process.stdout.close()
        return self.process.returncode


@contextmanager
def demo(folder, *options, **how):
    running = Demo(folder, *options, **how)
    try:
        yield running
    finally:
        running.stop()
