"""Hostile and slow clients of a server, and what its process uses meanwhile."""

import json
import os
import select
import socket
import time

from node import ENVIRONMENT, LOST, PROGRAM, eventually


def connections_of(streams):
    """Returns the maximum number of connections of a node with a number of streams."""
    return streams + streams // 4 + 100


def resident(node):
    """Returns the memory that the process uses, in bytes."""
    with open(f"/proc/{node.process.pid}/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) << 10
    raise AssertionError("The process has no memory.")


def processor_time(node):
    """Returns the processor time that the process used, in seconds."""
    with open(f"/proc/{node.process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def descriptors(node):
    return len(os.listdir(f"/proc/{node.process.pid}/fd"))


def is_healthy(node):
    """Whether the node responds on a new connection. One that others displaced is opened again."""
    for _ in range(5):
        try:
            return node.request("GET", "/healthz", "none")[0] == 200
        except LOST:
            continue
    return False


class Crowd:
    """Connections of clients that never read and never end what they send."""

    def __init__(self, node):
        self.node = node
        self.sockets = []

    def join(self, number, sent=b"", receive_buffer=None):
        """Opens connections, and sends the same on each."""
        for _ in range(number):
            client = socket.socket()
            if receive_buffer:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            client.settimeout(60)
            try:
                client.connect(("127.0.0.1", self.node.port))
                if sent:
                    client.sendall(sent)
            except OSError:
                # The server has closed it.
                client.close()
                continue
            client.setblocking(False)
            self.sockets.append(client)
        self.drop_closed()

    def drop_closed(self):
        """Closes the connections that the server has closed."""
        poll = select.poll()
        by_number = {client.fileno(): client for client in self.sockets}
        for client in self.sockets:
            poll.register(client, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
        closed = {number for number, _ in poll.poll(0)}
        for number in closed:
            by_number[number].close()
        self.sockets = [client for client in self.sockets if client.fileno() >= 0]

    def leave(self):
        for client in self.sockets:
            client.close()
        self.sockets = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.leave()


def exchange(port, data, limit=60):
    """Sends bytes and the end, and returns what the server sends until it closes the connection."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=limit) as client:
        deadline = time.monotonic() + limit
        try:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
        except OSError:
            # Rejected before all was sent.
            pass
        while time.monotonic() < deadline:
            try:
                piece = client.recv(65_536)
            except ConnectionError:
                return received
            if not piece:
                return received
            received += piece
    raise AssertionError(f"The server doesn't end: {received[-200:]!r}")


def propose(installation, node, identifier, base):
    """Makes a change, and returns its number."""
    body = {
        "id": identifier,
        "edits": [
            {
                "kind": "targeting",
                "name": "w0",
                "environment": ENVIRONMENT,
                "base": base,
                "set": {
                    "rules": [
                        {
                            "id": "1",
                            "if": [{"attribute": "plan", "is": "oneOf", "values": [identifier]}],
                            "then": {"variant": "off"},
                        }
                    ]
                },
            }
        ],
    }
    status, _, response = node.request("POST", f"/api/v1/programs/{PROGRAM}/changes", installation.editor, body)
    assert status == 200, response
    return json.loads(response)["change"]["number"]


def check_service(installation, node, base=1, identifier="after"):
    """Checks that flags are served, a change is applied, and that it is seen."""
    before = installation.revision(node)
    number = propose(installation, node, identifier, base)
    eventually(lambda: installation.revision(node) == before + 1)
    return number
