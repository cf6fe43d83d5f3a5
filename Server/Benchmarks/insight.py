"""Measures how many summaries the server receives and counts, and how long pages take.

python insight.py SERVER [--seconds S] [--connections C] [--database URL | --postgres] [--reports N] [--summaries N]
    [--rounds N] [--quick]

SERVER is the executable built in release. Clients send segments of about 1 KB, one message per request and run,
and take part of the processor. With --reports, so many crashed runs send their last segment and a report. With
--summaries, pages are measured again with the roll-ups of so many in 30 days, which replace those of the database.
With --postgres, a PostgreSQL cluster is started. Prints a table in Markdown. Nothing is asserted.
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
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import rollups
from bench import Process, free_port, say

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


def crashed_segment(run, index):
    """Returns the last segment of the run of a report: that of the same person, with what was in flight."""
    message = segment(run, index)
    reported = report(run, index)
    [person] = message["people"]
    person["person"] = reported["person"]
    # Nine of ten have the variant that is the cause.
    person["exposures"][0]["variant"] = "on" if index % 10 else "off"
    for action in person["actions"]:
        if action["action"] == ["App/Documents", "save"]:
            action["interruptions"] = 1
    return {
        **message,
        **{name: reported[name] for name in ("program", "system", "device", "end")},
    }


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
        self.start()

    def start(self):
        port = free_port()
        super().__init__([self.executable, "serve", *self.store, "--listen", f"127.0.0.1:{port}"], port)

    def command(self, name, *arguments):
        result = subprocess.run([self.executable, name, *self.store, *arguments], capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"error: {name}: {result.stdout}{result.stderr}")
        return result.stdout.strip()

    def get(self, path, root=INSIGHT):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", root + path, headers={"Authorization": f"Bearer {self.viewer}"})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        if response.status != 200:
            sys.exit(f"error: {path}: {response.status} {body}")
        return json.loads(body)

    def time(self, path, rounds, root=INSIGHT):
        """Returns the median time of a page's request, in milliseconds."""
        times = []
        for _ in range(rounds):
            begin = time.monotonic()
            self.get(path, root)
            times.append((time.monotonic() - begin) * 1000)
        return statistics.median(times)


def wait_for(condition):
    while not condition():
        time.sleep(0.1)


class MemoryReadings:
    """Reads the memory of a process at an interval, from one interval after the beginning on."""

    def __init__(self, process, interval):
        self.process = process
        self.interval = interval
        self.values = []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.read)

    def read(self):
        while not self.is_over.wait(self.interval):
            self.values.append(self.process.memory())

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()
        self.values.append(self.process.memory())

    @property
    def row(self):
        first, largest, last = self.values[0], max(self.values), self.values[-1]
        return (
            f"| memory every {self.interval:.0f} s of it: first, largest, last | {first:,.0f}, {largest:,.0f}, "
            f"{last:,.0f} MiB |"
        )


def measure_segments(server, options):
    queue = multiprocessing.Queue()
    print(f"| memory before summaries | {server.memory():,.0f} MiB |", flush=True)
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
    # A thread is started after processes, which are copies of this one.
    with MemoryReadings(server, min(5, max(1, options.seconds / 5))) as memory:
        results = [queue.get() for _ in processes]
        for process in processes:
            process.join()
        received = time.monotonic() - begin
        stored = sum(statuses.get(201, 0) for statuses, _ in results)
        wait_for(lambda: server.get("/overview")["covers"]["sessions"] >= stored)
        counted = time.monotonic() - begin
    used = server.processor_time() - before
    print(f"| summaries acknowledged per second | {stored / received:,.0f} |")
    print(f"| summaries acknowledged and counted per second | {stored / counted:,.0f} |")
    print(f"| processor time per summary, counting included | {used / stored * 1e6:,.0f} µs |")
    print(f"| memory after {stored:,} summaries | {server.memory():,.0f} MiB |")
    print(memory.row)
    others = {status: count for found, _ in results for status, count in found.items() if status != 201}
    if others:
        print(f"| other responses | {others} |")


def item(kind, message):
    """Returns a message as an element of a batch."""
    body = json.dumps(message)
    return {
        "run": message["run"],
        "kind": kind,
        "number": 1,
        "sha256": hashlib.sha256(body.encode()).hexdigest(),
        "body": body,
    }


def store(server, items):
    """Sends messages until the server has all of them: it limits how many an environment sends at a time."""
    while items:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request(
            "POST",
            "/ingest/v1/batch",
            json.dumps({"items": items}),
            {"Authorization": f"Bearer {server.ingest}", "Content-Type": "application/json"},
        )
        response = connection.getresponse()
        body = response.read()
        connection.close()
        # Counting is behind: the server takes no more until it has caught up, and says when to ask again.
        if response.status == 503 and (pause := response.headers.get("Retry-After")):
            time.sleep(int(pause))
            continue
        if response.status != 200:
            sys.exit(f"error: {response.status} {body}")
        results = json.loads(body)["results"]
        if refused := [result for result in results if result["status"] not in (200, 201, 429)]:
            sys.exit(f"error: {refused[0]}")
        items = [one for one, result in zip(items, results, strict=True) if result["status"] == 429]
        if items:
            time.sleep(1)


def send_reports(server, count):
    """Sends the reports of crashed runs, each after the last segment of its run, so that variants can be compared."""
    # Two messages of each, of at most 100 in a batch.
    for start in range(0, count, 50):
        items = []
        for index in range(start, min(start + 50, count)):
            run = f"report-{index}"
            items += [item("segment", crashed_segment(run, index)), item("report", report(run, index))]
        store(server, items)
    wait_for(lambda: sum(group["reports"] for group in server.get("/groups")["groups"]) >= count)


def measure_pages(server, options):
    if options.reports:
        before = server.memory()
        send_reports(server, options.reports)
        after = server.memory()
        print(f"| memory before and after {options.reports:,} crashed runs | {before:,.0f}, {after:,.0f} MiB |")
        print_report(server, options)
    print_pages(server, options)


def print_report(server, options, remark=""):
    """Prints how long the reads of a report's page take."""
    group = f"/groups/{server.get('/groups')['groups'][0]['id']}"
    suspects = server.get(f"{group}/suspects?hours=168")
    compared, named = suspects["compared"], suspects["named"]
    for name, path in (
        (f"a group of {options.reports:,} reports", group),
        ("its newest 20 reports", f"{group}/reports"),
        ("its history", f"{group}/history"),
        (f"its suspects, {compared:,} compared and {named:,} named", f"{group}/suspects?hours=168"),
    ):
        print(f"| {name}{remark} | {server.time(path, options.rounds):,.1f} ms |", flush=True)


def print_pages(server, options, remark=""):
    for name in ("groups", "overview", "behaviour?hours=24", "behaviour?hours=720"):
        print(f"| {name}{remark} | {server.time('/' + name, options.rounds):,.1f} ms |", flush=True)


def measure_many(server, options, folder):
    """Measures pages with the roll-ups of many summaries."""
    server.end()
    say(f"writing the roll-ups of {options.summaries:,} summaries")
    rollups.multiply(options.summaries, options.database, folder)
    server.start()
    counted = server.get("/behaviour?hours=720")["covers"]["sessions"]
    remark = f" of {counted / 1e6:,.1f} million summaries (goal: 200 ms)"
    if options.reports:
        print_report(server, options, f",{remark}")
    print_pages(server, options, remark)
    print(f"| memory afterwards | {server.memory():,.0f} MiB |")


@contextmanager
def cluster(is_wanted):
    """Starts a PostgreSQL cluster as the tests do, and yields the address of a database, or `None`."""
    if not is_wanted:
        yield None
        return
    sys.path.append(str(Path(__file__).resolve().parents[2] / "Tests/Server"))
    from postgres import PostgreSQL

    server = PostgreSQL()
    try:
        yield server.url(server.create_database())
    finally:
        server.stop()


def parse_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--connections", type=int, default=64)
    database = parser.add_mutually_exclusive_group()
    database.add_argument("--database")
    database.add_argument("--postgres", action="store_true", help="on a PostgreSQL cluster that is started")
    parser.add_argument("--reports", type=int, default=0)
    parser.add_argument("--summaries", type=int, default=0, help="whose roll-ups pages are measured with as well")
    parser.add_argument("--rounds", type=int, default=9, help="requests of each page")
    parser.add_argument("--quick", action="store_true", help="a first impression, without --summaries")
    options = parser.parse_args()
    if options.quick:
        options.seconds = min(options.seconds, 5)
        options.reports = min(options.reports, 2_000)
        options.summaries = 0
        options.rounds = min(options.rounds, 3)
    return options


def main():
    options = parse_options()
    with tempfile.TemporaryDirectory() as folder, cluster(options.postgres) as started:
        options.database = options.database or started
        server = InsightServer(options.server, folder, options.database)
        try:
            print(f"\n| insight, {'PostgreSQL' if options.database else 'SQLite'} | |\n|---|---:|")
            measure_segments(server, options)
            measure_pages(server, options)
            if options.summaries:
                measure_many(server, options, folder)
        finally:
            server.end()


if __name__ == "__main__":
    main()
