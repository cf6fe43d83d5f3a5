"""Measures how many summaries the server receives and counts, and how long pages take.

python insight.py SERVER [--seconds S] [--connections C] [--database URL] [--reports N]

SERVER is the executable built in release. Clients send segments of about 1 KB, one message per request and run,
and take part of the processor. Prints a table in Markdown. Nothing is asserted.
"""

import argparse
import base64
import hashlib
import http.client
import json
import multiprocessing
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import Process, free_port

PROGRAM = "documents"
ENVIRONMENT = "production"
INSIGHT = f"/api/v1/programs/{PROGRAM}/environments/{ENVIRONMENT}/insight"
ACTIONS = ["open", "save", "export", "share", "close"]
FLAGS = ["fast-save", "delta-upload", "new-toolbar"]


def segment(run, index):
    """Returns a healthy run's segment, of about 1 KB."""
    now = int(time.time() * 1000)
    actions = [
        {"action": ["App/Documents", name], "successes": 3 + index % 5, "durations": {"40": 2, "44": 1 + index % 5}}
        for name in ACTIONS
    ]
    exposures = [
        {"flag": flag, "variant": "on" if (index >> place) & 1 else "off", "first": 10}
        for place, flag in enumerate(FLAGS)
    ]
    successions = [
        {"from": ["App/Documents", one], "to": ["App/Documents", other], "count": 2}
        for one, other in zip(ACTIONS, ACTIONS[1:], strict=False)
    ]
    person = {
        "session": 0,
        "person": hashlib.sha256(str(index % 20_000).encode()).hexdigest()[:32],
        "actions": actions,
        "exposures": exposures,
        "successions": successions,
    }
    return {
        "version": 1,
        "run": run,
        "segment": 1,
        "program": {"name": "Documents", "version": f"3.4.{index % 3}", "build": "512"},
        "system": f"iOS 26.{index % 4}",
        "device": ["phone", "tablet"][index % 2],
        "started": now - 900_000,
        "from": 0,
        "until": 890_000,
        "end": {"kind": "orderly"},
        "people": [person],
    }


def report(run, index):
    message = {
        "format": 1,
        "run": run,
        "number": 1,
        "time": int(time.time() * 1000) - index,
        "kind": "crash",
        "program": {"name": "Documents", "version": "3.4.1"},
        "system": "iOS 26.1",
        "device": "phone",
        "person": hashlib.sha256(str(index).encode()).hexdigest()[:32],
        "end": {"kind": "signal", "signal": "SIGABRT"},
        "feature": "App/Documents",
        "action": "save",
        "names": {"feature": "Document Management", "action": "Save Document"},
        "state": "inFlight",
        "timeline": {"objects": [], "dropped": 0},
    }
    return message


def put(path, body, token):
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
    head = (
        f"PUT {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        f"Content-Digest: sha-256=:{digest}:\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def receive(connection, buffer):
    """Returns the status of the next response, and what follows it."""
    while b"\r\n\r\n" not in buffer:
        buffer += connection.recv(65_536)
    head, _, rest = buffer.partition(b"\r\n\r\n")
    length = 0
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    while len(rest) < length:
        rest += connection.recv(65_536)
    return int(head[9:12]), rest[length:]


def send(port, token, connections, seconds, name, queue):
    """Sends segments on some connections, one request at a time on each."""
    open_connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(connections)]
    # What differs between messages is replaced, so that preparing them costs little.
    bodies = [json.dumps(segment("RUN-000000000000", index)).encode() for index in range(60)]
    buffers = [b""] * connections
    statuses = {}
    index = 0
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        for connection in open_connections:
            run = f"{name}-{index:012}"
            body = bodies[index % len(bodies)].replace(b"RUN-000000000000", run.encode())
            connection.sendall(put(f"/ingest/v1/runs/{run}/segments/1", body, token))
            index += 1
        for place, connection in enumerate(open_connections):
            status, buffers[place] = receive(connection, buffers[place])
            statuses[status] = statuses.get(status, 0) + 1
    queue.put((statuses, time.monotonic() - begin))


class InsightServer(Process):
    """The server with a program, and its tokens."""

    def __init__(self, executable, folder, database):
        self.executable = executable
        self.store = ["--database", database] if database else ["--data", str(Path(folder) / "data")]
        place = ["--program", PROGRAM, "--environment", ENVIRONMENT]
        self.ingest = self.command("token", *place, "--kind", "ingest")
        self.viewer = self.command("token", *place, "--kind", "admin", "--role", "viewer")
        port = free_port()
        super().__init__([executable, "serve", *self.store, "--listen", f"127.0.0.1:{port}"], port)

    def command(self, name, *arguments):
        result = subprocess.run([self.executable, name, *self.store, *arguments], capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"error: {name}: {result.stdout}{result.stderr}")
        return result.stdout.strip()

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", INSIGHT + path, headers={"Authorization": f"Bearer {self.viewer}"})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        if response.status != 200:
            sys.exit(f"error: {path}: {response.status} {body}")
        return json.loads(body)

    def time(self, path):
        """Returns the median time of a page's request, in milliseconds."""
        times = []
        for _ in range(9):
            begin = time.monotonic()
            self.get(path)
            times.append((time.monotonic() - begin) * 1000)
        return statistics.median(times)


def wait_for(condition):
    while not condition():
        time.sleep(0.1)


def measure_segments(server, options):
    queue = multiprocessing.Queue()
    before = server.processor_time()
    processes = [
        multiprocessing.Process(
            target=send,
            args=(server.port, server.ingest, options.connections // 2, options.seconds, name, queue),
        )
        for name in ("RUA", "RUB")
    ]
    begin = time.monotonic()
    for process in processes:
        process.start()
    results = [queue.get() for _ in processes]
    for process in processes:
        process.join()
    received = time.monotonic() - begin
    stored = sum(statuses.get(201, 0) for statuses, _ in results)
    others = {status: count for found, _ in results for status, count in found.items() if status != 201}
    wait_for(lambda: server.get("/overview")["covers"]["sessions"] >= stored)
    counted = time.monotonic() - begin
    used = server.processor_time() - before
    print(f"| summaries acknowledged per second | {stored / received:,.0f} |")
    print(f"| summaries acknowledged and counted per second | {stored / counted:,.0f} |")
    print(f"| processor time per summary, counting included | {used / stored * 1e6:,.0f} µs |")
    print(f"| memory after {stored:,} summaries | {server.memory():,.0f} MiB |")
    if others:
        print(f"| other responses | {others} |")


def measure_pages(server, options):
    if options.reports:
        for start in range(0, options.reports, 100):
            items = []
            for index in range(start, min(start + 100, options.reports)):
                body = json.dumps(report(f"report-{index}", index))
                items.append(
                    {
                        "run": f"report-{index}",
                        "kind": "report",
                        "number": 1,
                        "sha256": hashlib.sha256(body.encode()).hexdigest(),
                        "body": body,
                    }
                )
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request(
                "POST",
                "/ingest/v1/batch",
                json.dumps({"items": items}),
                {"Authorization": f"Bearer {server.ingest}", "Content-Type": "application/json"},
            )
            response = connection.getresponse()
            if response.status != 200:
                sys.exit(f"error: {response.status} {response.read()}")
            connection.close()
        wait_for(lambda: sum(group["reports"] for group in server.get("/groups")["groups"]) >= options.reports)
        group = server.get("/groups")["groups"][0]["id"]
        print(f"| a group of {options.reports:,} reports | {server.time(f'/groups/{group}'):,.1f} ms |")
        print(f"| its newest 20 reports | {server.time(f'/groups/{group}/reports'):,.1f} ms |")
    for name in ("groups", "overview", "behaviour?hours=24", "behaviour?hours=720"):
        print(f"| {name} | {server.time('/' + name):,.1f} ms |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--database")
    parser.add_argument("--reports", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = InsightServer(options.server, folder, options.database)
        try:
            print(f"| insight, {'PostgreSQL' if options.database else 'SQLite'} | |\n|---|---:|")
            measure_segments(server, options)
            measure_pages(server, options)
        finally:
            server.end()


if __name__ == "__main__":
    main()
