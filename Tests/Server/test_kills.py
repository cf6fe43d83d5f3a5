"""The server is killed at random moments while clients change flags."""

import os
import random
import time

import pytest
from node import Follower, Installation, Node, Writer, check, eventually

IS_SOAK = os.environ.get("FIRESTEEL_SOAK") == "1"
KILLS = 200 if IS_SOAK else 12
WRITERS = 4


def report(name, kills, writers, found):
    """Prints counts for scripts/soak."""
    if IS_SOAK:
        acknowledged = sum(len(writer.acknowledged) for writer in writers)
        print(f"\nsoak: {name}", kills, kills, acknowledged, found, acknowledged - found, sep="\t")


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_no_acknowledged_change_is_lost_or_applied_twice(dialect, tmp_path, nodes, request):
    if dialect == "sqlite":
        store = ["--data", tmp_path / "data"]
    else:
        postgres = request.getfixturevalue("postgres")
        store = ["--database", postgres.url(postgres.create_database())]
    installation = Installation(tmp_path, store, WRITERS)
    node = Node(tmp_path, "node", store)
    nodes.append(node)
    node.start()
    writers = [Writer(installation, [node], index) for index in range(WRITERS)]
    for _ in range(KILLS):
        before = sum(len(writer.acknowledged) for writer in writers)
        eventually(lambda before=before: sum(len(writer.acknowledged) for writer in writers) > before)
        time.sleep(random.uniform(0, 0.3))
        node.kill()
        node.start()
    for writer in writers:
        writer.join()
    changes = check(installation, node, writers)
    report(f"Server {dialect}", KILLS, writers, len(changes) - 1)
    assert node.end() == 0
    installation.verify()


def test_programs_end_on_the_last_revision_of_three_nodes_and_never_go_back(tmp_path, nodes, postgres):
    store = ["--database", postgres.url(postgres.create_database())]
    installation = Installation(tmp_path, store, WRITERS)
    nodes += [Node(tmp_path, f"node{index}", store).start() for index in range(3)]
    writers = [Writer(installation, nodes, index) for index in range(WRITERS)]
    followers = [Follower(installation, nodes) for _ in range(8)]
    for _ in range(KILLS):
        time.sleep(random.uniform(0, 0.3))
        node = random.choice(nodes)
        node.kill()
        time.sleep(random.uniform(0, 0.3))
        node.start()
    for writer in writers:
        writer.join()
    last = max(revision for writer in writers for _, _, revision in writer.acknowledged)
    eventually(lambda: all(follower.error or follower.revision == last for follower in followers))
    for follower in followers:
        follower.join()
    eventually(lambda: all(installation.revision(node) == last for node in nodes))
    changes = check(installation, nodes[0], writers)
    report("Three nodes", KILLS, writers, len(changes) - 1)
    installation.verify()


def test_revisions_arrive_without_notifications(tmp_path, nodes, postgres):
    name = postgres.create_database()
    store = ["--database", postgres.url(name, port=postgres.start_pooler())]
    installation = Installation(tmp_path, ["--database", postgres.url(name)], 1)
    nodes += [Node(tmp_path, f"node{index}", store).start() for index in range(2)]
    eventually(lambda: all("Notifications of PostgreSQL don't arrive" in node.logged() for node in nodes))
    follower = Follower(installation, [nodes[1]])
    writer = Writer(installation, [nodes[0]], 0)
    eventually(lambda: len(writer.acknowledged) >= 20)
    writer.join()
    last = writer.acknowledged[-1][2]
    # Nodes read revisions each second.
    eventually(lambda: follower.error or follower.revision == last, limit=20)
    follower.join()
    assert installation.revision(nodes[1]) == last
    assert follower.revision == last
