"""Ports for servers, each handed out once.

Pages outlive their server in some tests, and ask for it again. Where tests run side by side, the system may by then
have given its port to the server of another test, which answers what no test expects.
"""

import os
import re
import socket

# Below those that systems choose from by themselves; tests that run side by side have a thousand each.
FIRST, EACH = 20_000, 1_000


def _numbers():
    worker = re.search(r"\d+$", os.environ.get("PYTEST_XDIST_WORKER", "gw0"))
    start = FIRST + int(worker[0]) % 10 * EACH
    yield from range(start, start + EACH)


_left = _numbers()


def unused_port():
    """A port of this machine that nothing listens at, and that this run of tests had no server at."""
    for port in _left:
        with socket.socket() as probe:
            # As servers do it: what is left of connections that ended doesn't keep a port.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError(f"All {EACH} ports of these tests were used.")
