"""More clients than the server accepts, clients that send or read slowly or too much, and unknown credentials.

FIRESTEEL_SOAK=1 runs all at full size.
"""

import gzip
import json
import os
import random
import resource
import string
import time

import pytest
from load import (
    Crowd,
    check_service,
    connections_of,
    descriptors,
    exchange,
    is_healthy,
    processor_time,
    resident,
)
from node import ENVIRONMENT, PROGRAM, Installation, Node, eventually
from test_end import stream_path

IS_SOAK = os.environ.get("FIRESTEEL_SOAK") == "1"
STREAMS = 2_000 if IS_SOAK else 16
CONNECTIONS = connections_of(STREAMS)
MEBIBYTE = 1 << 20


def say(test, **figures):
    """Prints figures for scripts/soak-server."""
    if IS_SOAK:
        print(f"\nload: {test}", *(f"{name} {value}" for name, value in figures.items()), sep="\t")


@pytest.fixture(autouse=True)
def many_descriptors():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def installation(tmp_path):
    installation = Installation(tmp_path, ["--data", tmp_path / "data"], 1)
    # Before a server uses the folder.
    installation.client = installation.token("client")
    installation.other = installation.token("server")
    return installation


@pytest.fixture
def node(tmp_path, nodes, installation):
    node = Node(tmp_path, "node", installation.store, options=["--streams", STREAMS]).start()
    nodes.append(node)
    return node


SLOW = {
    "nothing": b"",
    "a head without an end": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "a body without an end": (
        b"POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nX-Firesteel: 1\r\n"
        b"Content-Length: 60000\r\n\r\n" + bytes(1_000)
    ),
    "chunks without an end": (
        b"POST /ofrep/v1/evaluate/flags HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer x\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n10\r\n0123456789abcdef\r\n"
    ),
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW.keys())
def test_ten_times_the_connections_displace_only_each_other(sent, node, installation):
    path = stream_path(node, installation)
    streams = [node.open_stream(path) for _ in range(4)]
    before = resident(node)
    most = 0
    with Crowd(node) as crowd:
        for _ in range(20):
            crowd.join(CONNECTIONS // 2, sent)
            assert is_healthy(node)
            # Those that it closed need a moment.
            eventually(lambda: descriptors(node) < CONNECTIONS + 100)
            most = max(most, resident(node))
        # Streams are not displaced by clients that have no request.
        change = check_service(installation, node)
        for _, response in streams:
            while not response.readline().startswith(b"data:"):
                pass
    growth = most - before
    say("10 × connections", sent=len(sent), connections=CONNECTIONS * 10, growth=f"{growth >> 20} MiB")
    assert growth < 64 * MEBIBYTE + CONNECTIONS * 40_000
    check_service(installation, node, change, "later")
    for connection, _ in streams:
        connection.close()


def test_streams_beyond_a_limit_are_refused(tmp_path, nodes, installation):
    node = Node(tmp_path, "limited", installation.store, options=["--streams", 10, "--streams-per-address", 8]).start()
    nodes.append(node)
    path = stream_path(node, installation)
    streams = [node.open_stream(path) for _ in range(8)]
    assert {response.status for _, response in streams} == {200}
    connection, response = node.open_stream(path)
    assert response.status == 429
    assert int(response.headers["Retry-After"]) > 0
    assert b"from this address" in response.read()
    connection.close()
    assert "--trust-proxy" in node.logged()
    # One that ends makes room.
    streams.pop()[0].close()
    eventually(lambda: opened(node, path, streams))
    for connection, _ in streams:
        connection.close()


def opened(node, path, streams):
    connection, response = node.open_stream(path)
    streams.append((connection, response))
    return response.status == 200


def test_a_token_leaves_room_for_others(tmp_path, nodes, installation):
    options = ["--streams", 20, "--streams-per-address", 20]
    node = Node(tmp_path, "shared", installation.store, options=options).start()
    nodes.append(node)
    path = stream_path(node, installation)
    streams = [node.open_stream(path) for _ in range(20)]
    assert sorted(response.status for _, response in streams) == [200] * 18 + [429] * 2
    installation.reader = installation.other
    assert opened(node, stream_path(node, installation), streams)
    for connection, _ in streams:
        connection.close()


def test_clients_that_read_nothing_hold_no_memory(node, installation):
    path = stream_path(node, installation)
    document = ("GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * (2_000 if IS_SOAK else 200)).encode()
    events = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    before = resident(node)
    with Crowd(node) as crowd:
        crowd.join(STREAMS // 4 - 1, events, receive_buffer=2_048)
        crowd.join(100, document, receive_buffer=2_048)
        connection, response = node.open_stream(path)
        change = 1
        for index in range(20):
            change = check_service(installation, node, change, f"c{index}")
        revision = installation.revision(node)
        for line in response:
            if line.startswith(b"data:") and json.loads(line[5:])["revision"] == revision:
                break
        connection.close()
        assert is_healthy(node)
        growth = resident(node) - before
    say("readers of nothing", clients=STREAMS // 4 + 99, growth=f"{growth >> 20} MiB")
    assert growth < 96 * MEBIBYTE


def head(method, path, token, fields=""):
    return (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n{fields}\r\n").encode()


def test_bodies_that_are_too_large_are_refused(node, installation):
    changes = f"/api/v1/programs/{PROGRAM}/changes"
    evaluation = "/ofrep/v1/evaluate/flags"
    client = installation.client
    assert node.request("POST", evaluation, client, {"context": {}})[0] == 200
    before = resident(node)
    refused = [
        # Declared, and nothing of it sent.
        head("POST", evaluation, client, "Content-Length: 99999999999\r\n"),
        head("POST", changes, installation.editor, f"Content-Length: {8 * MEBIBYTE + 1}\r\n"),
        # In chunks, read up to the limit only.
        head("POST", evaluation, client, "Transfer-Encoding: chunked\r\n")
        + (b"8000\r\n" + bytes(0x8000) + b"\r\n") * 3,
        # A limit of the endpoint that this token may not use.
        head("POST", changes, client, "Transfer-Encoding: chunked\r\n") + (b"8000\r\n" + bytes(0x8000) + b"\r\n") * 3,
    ]
    for data in refused:
        assert exchange(node.port, data).startswith(b"HTTP/1.1 413 "), data[:200]
    # Whose credential isn't valid learns that, before the body is read.
    unknown = head("POST", changes, "fs_admin_x_" + "0" * 32, "Transfer-Encoding: chunked\r\n")
    assert exchange(node.port, unknown + b"20000\r\n" + bytes(0x20000)).startswith(b"HTTP/1.1 401 ")
    # Many at a time: what is received of all together has a limit as well.
    body = head("POST", changes, installation.editor, f"Content-Length: {7 * MEBIBYTE}\r\n") + bytes(6 * MEBIBYTE)
    with Crowd(node) as crowd:
        crowd.join(60, body)
        assert is_healthy(node)
        most = resident(node)
        say("bodies", clients=60, growth=f"{(most - before) >> 20} MiB")
        assert most - before < 450 * MEBIBYTE
    check_service(installation, node)


def test_compressed_bodies_are_refused(node, installation):
    bomb = gzip.compress(bytes(64 * MEBIBYTE), 9)[:60_000]
    before = resident(node)
    for coding in ("gzip", "deflate", "br, gzip"):
        answer = exchange(
            node.port,
            head(
                "POST",
                "/ofrep/v1/evaluate/flags",
                installation.reader,
                f"Content-Encoding: {coding}\r\nContent-Length: {len(bomb)}\r\n",
            )
            + bomb,
        )
        assert answer.startswith(b"HTTP/1.1 415 "), answer
        assert b"without Content-Encoding" in answer
    # Without the field it isn't JSON.
    answer = exchange(
        node.port,
        head("POST", "/ofrep/v1/evaluate/flags", installation.reader, f"Content-Length: {len(bomb)}\r\n") + bomb,
    )
    assert answer.startswith(b"HTTP/1.1 400 "), answer
    assert resident(node) - before < 32 * MEBIBYTE


def test_requests_that_two_readers_understand_differently_are_refused(node, installation):
    token = installation.reader
    definitions = "GET /flags/v1/definitions HTTP/1.1\r\n"
    valid = f"{definitions}Host: a\r\nAuthorization: Bearer {token}\r\n\r\n"
    assert exchange(node.port, valid.encode()).startswith(b"HTTP/1.1 200 ")
    for fields in (
        f"Host: a\r\nHost: b\r\nAuthorization: Bearer {token}\r\n",
        f"Host: a\r\nAuthorization: Bearer {token}\r\nAuthorization: Bearer {token}\r\n",
        f"Host: a\r\nauthorization: Bearer x\r\nAuthorization: Bearer {token}\r\n",
        f"Host: a\r\nAuthorization: Bearer {token}\r\nContent-Length: 0\r\nContent-Length: 0\r\n",
        f"Host: a\r\nAuthorization: Bearer {token}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n",
        f"Host: a\r\nAuthorization: Bearer {token}\r\nTransfer-Encoding: gzip, chunked\r\n",
        f"Host: a\r\nAuthorization : Bearer {token}\r\n",
        f"Host: a\r\n Authorization: Bearer {token}\r\n",
    ):
        answer = exchange(node.port, f"{definitions}{fields}\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 400 "), (fields, answer)


def random_token(kind="server"):
    return f"fs_{kind}_{ENVIRONMENT}_" + "".join(random.choices(string.ascii_letters + string.digits, k=32))


def test_unknown_credentials_cost_no_more_than_others(node, installation):
    path = "/flags/v1/definitions"
    same = random_token()
    before = resident(node)
    logged = len(node.logged())
    began = time.monotonic()
    for _ in range(20 if not IS_SOAK else 2_000):
        requests = b"".join(head("GET", path, random_token()) for _ in range(50))
        requests += head("GET", path, same) * 50
        # A session that doesn't exist.
        requests += (
            "GET /api/v1/session HTTP/1.1\r\nHost: a\r\nCookie: firesteel="
            + "".join(random.choices(string.ascii_letters, k=32))
            + "\r\n\r\n"
        ).encode()
        answers = exchange(node.port, requests)
        assert answers.count(b"HTTP/1.1 401 ") == 101
    assert is_healthy(node)
    growth = resident(node) - before
    say("unknown credentials", growth=f"{growth >> 20} MiB")
    assert growth < 64 * MEBIBYTE
    # Refusals are counted, and logged at most once a minute.
    lines = node.logged()[logged:].splitlines()
    assert len(lines) <= 1 + (time.monotonic() - began) // 60, lines
    assert all("Requests are refused" in line for line in lines), lines
    check_service(installation, node)


def test_a_server_without_descriptors_waits_and_continues(tmp_path, nodes, installation):
    # The limit is also that of what it opens itself, so some of the connections wait in the system's queue.
    node = Node(
        tmp_path, "few", installation.store, prefix=["prlimit", "--nofile=160:160"], options=["--streams", 1_000]
    ).start()
    nodes.append(node)
    # Whatever it opens at its first use.
    change = check_service(installation, node)
    with Crowd(node) as crowd:
        crowd.join(400)
        before = processor_time(node)
        time.sleep(1)
        # It doesn't try again and again in between.
        assert processor_time(node) - before < 0.7
        assert node.process.poll() is None, node.logged()
    eventually(lambda: is_healthy(node))
    check_service(installation, node, change, "later")
