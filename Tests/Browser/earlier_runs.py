"""Earlier runs of the program in Tests/InspectorFixture, as its processes leave them."""

import atexit
import json
import shutil
import tempfile
from functools import cache
from pathlib import Path

from program import Program

# The positions of the identifier of the machine's start and of the header's checksum: see docs/journal-format.md.
BOOT, CHECKSUM = 72, 1020
IMPORT = {
    "action": "App/Import/#ImportFolder",
    "inputs": ["Annual reports, 212 files"],
    "session": "import job",
    "isRemote": True,
    "logs": [["warning", "read file 131 of 212"]],
}


@cache
def earlier_runs():
    """A folder with a crashed run, two that ended orderly, one that was killed, one that the machine's restart ended,
    and an unreadable one; the crash is the newest. Programs have copies of it."""
    folder = Path(tempfile.mkdtemp(prefix="runs-"))
    atexit.register(shutil.rmtree, folder)
    for leave in (kill, kill, Program.end, Program.end, crash):
        running = Program(folder, runSize=1 << 20, recordsCrashes=True, age=60)
        running.command(fill=40)
        running.perform(*["Annual report.md"] * 20, every=1_000)
        leave(running)
        running.close()
        shutil.rmtree(running.folder)
    restarted = min(folder.glob("*.run"))
    data = bytearray(restarted.read_bytes())
    data[BOOT] ^= 1
    data[CHECKSUM : CHECKSUM + 4] = crc32c(data[:CHECKSUM]).to_bytes(4, "little")
    restarted.write_bytes(data)
    (folder / "20200101T000000.000Z-1-0001.run").write_bytes(b"no run")
    return folder


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


def kill(running):
    """Ends the process during an import, with no cause in its run."""
    running.command(**IMPORT, holds=True)
    running.process.kill()
    running.process.communicate()


def crash(running):
    """Crashes 2.3 seconds after an import has begun, which read flags: one of them was overridden before."""
    running.perform("Annual report.md", action="Open", reads=["editor.greeting"])
    running.override("editor.greeting", '"<b>Hello</b>"')
    running.command(behind=2_310_000)
    flags = ["editor.autosave", "editor.greeting", "editor.toolbar"]
    with_crash = {**IMPORT, "took": 2_310_000, "reads": flags, "crashes": True}
    running.process.communicate(json.dumps(with_crash) + "\n", timeout=60)
