"""A program performs and sends while it and the server are killed at random moments."""

import os
import random
import subprocess
from pathlib import Path

import pytest
from insight import counted
from node import Installation, Node, eventually

IS_SOAK = os.environ.get("FIRESTEEL_SOAK") == "1"
KILLS = 60 if IS_SOAK else 6
# Built with the Swift tests.
PROGRAM = Path(
    os.environ.get(
        "FIRESTEEL_INSIGHT_CLIENT", Path(__file__).resolve().parents[2] / ".build/make/debug/InsightCrashChild"
    )
)


@pytest.fixture(autouse=True)
def built():
    """Skips the tests without the program, unless it has to be there: a skip would hide what they are for."""
    if PROGRAM.is_file():
        return
    reason = (
        f"There is no program at {PROGRAM}. Build it with scripts/build, or set FIRESTEEL_INSIGHT_CLIENT to its path."
    )
    if os.environ.get("CI") or "FIRESTEEL_INSIGHT_CLIENT" in os.environ:
        pytest.fail(reason)
    pytest.skip(reason)


class Client:
    """A process that performs, counts and sends until it is killed."""

    def __init__(self, arguments):
        # The number of performs that it acknowledged.
        self.acknowledged = 0
        self.process = subprocess.Popen(
            [PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"},
        )

    def perform(self, count):
        """Waits until it has acknowledged a number of performs more."""
        limit = self.acknowledged + count
        while self.acknowledged < limit:
            line = self.process.stdout.readline()
            assert line, f"The program ended with {self.process.wait(60)}."
            self.acknowledged += line.startswith("C ")

    def kill(self):
        self.process.kill()
        rest = self.process.stdout.read().splitlines(keepends=True)
        # It may have been killed within a line.
        self.acknowledged += sum(line.startswith("C ") and line.endswith("\n") for line in rest)
        self.process.wait(60)
        self.process.stdout.close()


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_no_acknowledged_perform_is_lost_or_counted_twice(dialect, tmp_path, nodes, request):
    if dialect == "sqlite":
        store = ["--data", tmp_path / "data"]
    else:
        postgres = request.getfixturevalue("postgres")
        store = ["--database", postgres.url(postgres.create_database())]
    installation = Installation(tmp_path, store, 1)
    ingest, admin = installation.token("ingest"), installation.token("admin", "--role", "admin")
    node = Node(tmp_path, "node", store).start()
    nodes.append(node)
    place = [tmp_path / "runs", f"http://127.0.0.1:{node.port}", ingest]
    acknowledged = 0
    for _ in range(KILLS):
        client = Client(["endless", *place])
        # The consent is recorded before the first perform.
        client.perform(random.randint(1, 1_500))
        if random.random() < 0.5:
            node.kill()
            client.perform(random.randint(1, 300))
            client.kill()
        else:
            client.kill()
            node.kill()
        acknowledged += client.acknowledged
        node.start()
    # It sends what the others left: built for debugging, it takes seconds for each report.
    last = subprocess.run([PROGRAM, "send", *place], stdin=subprocess.DEVNULL, capture_output=True, timeout=30 * KILLS)
    assert last.returncode == 0, last

    def is_counted():
        sessions, performs, reports = counted(node, admin)
        return sessions > KILLS and performs >= acknowledged and reports >= KILLS

    # The lease of a node that was killed ends after 15 seconds.
    eventually(is_counted)
    sessions, performs, reports = counted(node, admin)
    if IS_SOAK:
        found = min(performs, acknowledged)
        print(f"\nsoak: Programs {dialect}", KILLS, 2 * KILLS, acknowledged, found, acknowledged - found, sep="\t")
    # Each killed run and the last one is a session; each killed one has a report.
    assert (sessions, reports) == (KILLS + 1, KILLS)
    # Of each killed run, one more perform may have begun and not been acknowledged.
    assert acknowledged <= performs <= acknowledged + KILLS
    installation.verify()
