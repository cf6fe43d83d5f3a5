"""Measures the server: processor time per request, events of streams, reconnects, start and memory.

python bench.py SERVER HELLO LOAD [--rounds ROUNDS] [--quick] [--only requests|streams|start]

SERVER and HELLO are executables built in release, LOAD is load.c. Prints tables in Markdown. Nothing is asserted.
Processor time is that of the server's process, so other programs of the machine change it little; other times need a
quiet machine.
"""

import argparse
import http.client
import json
import os
import platform
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CONNECTIONS = 32
PROGRAM = "documents"
ENVIRONMENT = "development"
# Descriptors that the server needs beside those of streams.
OTHER_DESCRIPTORS = 300
# Connections that it has room for beside those of streams.
OTHER_CONNECTIONS = 90


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A server's process with its port."""

    def __init__(self, arguments, port):
        self.port = port
        began = time.monotonic()
        self.process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if self.process.poll() is not None:
                    sys.exit(f"error: {arguments[0]} ended with {self.process.returncode}.")
                time.sleep(0.002)
        self.start_time = time.monotonic() - began

    def identifiers(self):
        """Returns the process and its children."""
        own = str(self.process.pid)
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *children]

    def processor_time(self):
        """Returns the processor time of all threads, those that ended included, in seconds."""
        # The clock that clock_getcpuclockid returns for a process.
        return sum(time.clock_gettime((~int(process) << 3) | 2) for process in self.identifiers())

    def memory(self):
        """Returns the resident memory in MiB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0

    def end(self):
        self.process.terminate()
        self.process.wait(30)


class FlagServer(Process):
    """The server with a number of flags, and a token for each kind."""

    def __init__(self, executable, folder, flags, streams=1_000):
        self.executable = executable
        self.folder = Path(folder)
        self.store = ["--data", str(self.folder / "data")]
        file = self.folder / "flags.json"
        file.write_text(json.dumps({"flags": {f"flag-{index:04}": self.flag(index) for index in range(flags)}}))
        place = ["--program", PROGRAM, "--environment", ENVIRONMENT]
        self.command("import", *place, "--apply", str(file))
        self.client = self.command("token", *place, "--kind", "client")
        self.server = self.command("token", *place, "--kind", "server")
        self.other_server = self.command("token", *place, "--kind", "server")
        self.editor = self.command("token", *place, "--kind", "admin", "--role", "editor")
        port = free_port()
        super().__init__(
            [
                executable,
                "serve",
                *self.store,
                "--listen",
                f"127.0.0.1:{port}",
                "--streams",
                str(streams),
                "--streams-per-address",
                str(streams),
                "--connections",
                str(streams + OTHER_CONNECTIONS),
            ],
            port,
        )

    @staticmethod
    def flag(index):
        """A flag with a rule of three conditions and a rollout, as they are."""
        rule = {"and": [{"==": [{"var": "plan"}, "pro"]}, {">=": [{"var": "age"}, 18]}, {"in": ["a", {"var": "tags"}]}]}
        rollout = {"fractional": [["on", 10 + index % 80], ["off", 90 - index % 80]]}
        return {
            "state": "ENABLED",
            "variants": {"on": True, "off": False},
            "defaultVariant": "off",
            "targeting": {"if": [rule, "on", rollout]},
            "metadata": {"owner": "team", "description": f"The flag with the number {index}."},
        }

    def command(self, name, *arguments):
        result = subprocess.run([self.executable, name, *self.store, *arguments], capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"error: {name}: {result.stdout}{result.stderr}")
        return result.stdout.strip()

    def get(self, path, token):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        if response.status != 200:
            sys.exit(f"error: {path}: {response.status} {body}")
        return response.headers, body

    def post(self, path, token, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("POST", path, json.dumps(body), {"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        headers = response.headers
        response.read()
        connection.close()
        return headers

    def stream_requests(self):
        """Returns requests of two tokens: one may have nine tenths of all streams."""
        requests = ""
        for token in (self.server, self.other_server):
            _, body = self.get("/flags/v1/definitions?eventStreams=1", token)
            path = json.loads(body)["eventStreams"][0]["endpoint"]["requestUri"]
            requests += request("GET", path, fields="Accept: text/event-stream\r\n")
        return requests

    def change_request(self, number):
        _, body = self.get(f"/api/v1/programs/{PROGRAM}/flags/flag-0000", self.editor)
        base = next(item["change"] for item in json.loads(body)["items"] if item.get("environment") == ENVIRONMENT)
        edit = {
            "kind": "targeting", "name": "flag-0000", "environment": ENVIRONMENT, "base": base,
            "set": {"isOn": number % 2 == 1},
        }  # fmt: skip
        return request("POST", f"/api/v1/programs/{PROGRAM}/changes", self.editor,
                       json.dumps({"id": f"c{number}", "edits": [edit]}))  # fmt: skip


def request(method, path, token=None, body="", fields=""):
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    length = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{authorization}{length}{fields}\r\n{body}"


class Benchmarks:
    def __init__(self, options, folder):
        self.executable, self.hello_executable, self.load = options.server, options.hello, options.load
        self.rounds = 2 if options.quick else options.rounds
        # The part of the requests of a whole measurement.
        self.part = 4 if options.quick else 1
        self.folder = Path(folder)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    # Requests

    def nginx(self):
        """Starts nginx with one static file, or returns `None` without it."""
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        if not program:
            return None
        port = free_port()
        (self.folder / "static").mkdir()
        (self.folder / "static/hello").write_text("Hello")
        # It may run as another user.
        for path in (self.folder, self.folder / "static"):
            path.chmod(0o755)
        configuration = self.file(
            "nginx.conf",
            f"daemon off;\nworker_processes 1;\npid {self.folder}/nginx.pid;\nerror_log {self.folder}/nginx.log;\n"
            "events { worker_connections 1024; }\nhttp {\n  access_log off;\n  keepalive_requests 1000000000;\n"
            f"  client_body_temp_path {self.folder}/body;\n  proxy_temp_path {self.folder}/proxy;\n"
            f"  fastcgi_temp_path {self.folder}/fastcgi;\n  uwsgi_temp_path {self.folder}/uwsgi;\n"
            f"  scgi_temp_path {self.folder}/scgi;\n"
            f"  server {{ listen 127.0.0.1:{port}; root {self.folder}/static; }}\n}}\n",
        )
        return Process([program, "-e", str(self.folder / "nginx.log"), "-c", configuration], port)

    def measure(self, process, file, count):
        """Returns the processor time of the server per request in microseconds, and the statuses."""
        before = process.processor_time()
        output = subprocess.run(
            [self.load, "requests", str(process.port), str(CONNECTIONS), str(count), file],
            capture_output=True, text=True, check=True,
        ).stdout.split()  # fmt: skip
        return (process.processor_time() - before) / count * 1e6, output[4::2]

    def requests(self):
        folder = self.folder / "requests"
        folder.mkdir()
        server = FlagServer(self.executable, folder, 10)
        large_folder = self.folder / "large"
        large_folder.mkdir()
        large = FlagServer(self.executable, large_folder, 5_000)
        port = free_port()
        hello = Process([self.hello_executable, str(port)], port)
        nginx = self.nginx()
        context = {"context": {"targetingKey": "user-1", "plan": "pro", "age": 30, "tags": ["a", "b"]}}
        body = json.dumps(context)
        definitions, evaluation = "/flags/v1/definitions", "/ofrep/v1/evaluate/flags"
        tags = [node.get(definitions, node.server)[0]["ETag"] for node in (server, large)]
        values_tag = server.post(evaluation, server.client, context)["ETag"]
        rows = [
            ("nginx, static file", nginx, request("GET", "/hello"), 40_000),
            ("Hummingbird, hello", hello, request("GET", "/hello"), 40_000),
            ("`/healthz`", server, request("GET", "/healthz"), 20_000),
            ("OFREP, one flag", server, request("POST", f"{evaluation}/flag-0003", server.client, body), 20_000),
            ("OFREP, 10 flags", server, request("POST", evaluation, server.client, body), 10_000),
            ("OFREP, 10 flags, 304", server,
             request("POST", evaluation, server.client, body, f"If-None-Match: {values_tag}\r\n"), 20_000),
            ("definitions, 10 flags", server, request("GET", definitions, server.server), 20_000),
            ("definitions, 10 flags, 304", server,
             request("GET", definitions, server.server, "", f"If-None-Match: {tags[0]}\r\n"), 20_000),
            ("definitions, 5,000 flags", large, request("GET", definitions, large.server), 300),
            ("definitions, 5,000 flags, 304", large,
             request("GET", definitions, large.server, "", f"If-None-Match: {tags[1]}\r\n"), 20_000),
        ]  # fmt: skip
        rows = [row for row in rows if row[1]]
        times = {name: [] for name, *_ in rows}
        seen = {}
        for round_number in range(self.rounds + 1):
            for index, (name, process, text, count) in enumerate(rows):
                file = self.file(f"request-{index}", text)
                # The first round only warms up.
                took, statuses = self.measure(process, file, max(count // (self.part if round_number else 10), 10))
                seen[name] = " ".join(status.removeprefix("status") for status in statuses)
                if round_number:
                    times[name].append(took)
            say(f"requests, round {round_number} of {self.rounds}")
        for process in (server, large, hello, nginx):
            if process:
                process.end()
        print("\n| request | status | processor time | of Hummingbird's | least to most |\n|---|---|---|---|---|")
        for name, *_ in rows:
            own = times[name]
            ratio = statistics.median(a / b for a, b in zip(own, times["Hummingbird, hello"], strict=True))
            print(
                f"| {name} | {seen[name]} | {statistics.median(own):.1f} µs | {ratio:.2f} × "
                f"| {min(own):.1f} to {max(own):.1f} µs |"
            )

    # Streams

    def streams(self, counts):
        print(
            "\n| streams | opened in | reconnected in | a change: stored | p50 | p99 | all "
            "| per stream: server | clients | memory |\n|---|---|---|---|---|---|---|---|---|---|",
            flush=True,
        )
        for count in counts:
            folder = self.folder / f"streams-{count}"
            folder.mkdir()
            server = FlagServer(self.executable, folder, 10, streams=count)
            idle = server.memory()
            change = str(self.folder / "change")
            process = subprocess.Popen(
                [self.load, "streams", str(server.port), str(count),
                 self.file("streams", server.stream_requests()), change],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip

            def ask(command="", process=process, server=server):
                """Returns what the clients measured, and the processor time of the server meanwhile."""
                before = server.processor_time()
                if command:
                    process.stdin.write(f"{command}\n")
                    process.stdin.flush()
                words = process.stdout.readline().split()
                if not words:
                    sys.exit(f"error: the clients ended with {process.wait()}.")
                found = {name: float(value) for name, value in zip(words[::2], words[1::2], strict=True)}
                return found | {"server": (server.processor_time() - before) * 1e3}

            opened = ask()
            memory = server.memory()
            results = []
            for number in range(self.rounds + 1):
                self.file("change", server.change_request(number))
                results.append(ask("change"))
                time.sleep(0.2)
            # The first one only warms up.
            results = results[1:]
            reconnected = [ask("reconnect") for _ in range(3)]
            process.stdin.write("end\n")
            process.stdin.close()
            process.wait()
            server.end()
            median = {name: statistics.median(result[name] for result in results) for name in results[0]}
            again = {name: statistics.median(result[name] for result in reconnected) for name in reconnected[0]}
            print(
                f"| {count:,} | {opened['time'] / 1e3:.1f} s | {again['time'] / 1e3:.1f} s "
                f"| {median['committed']:.0f} ms | {median['p50']:.0f} ms | {median['p99']:.0f} ms "
                f"| {median['max']:.0f} ms | {median['server'] / count * 1e3:.1f} µs "
                f"| {median['cpu'] / count * 1e3:.1f} µs | {(memory - idle) * 1024 / count:.1f} KiB |",
                flush=True,
            )
            say(
                f"{count:,} streams: connecting again takes {again['server'] / count * 1e3:.0f} µs of the server and "
                f"{again['cpu'] / count * 1e3:.0f} µs of the clients for each, and {again['refused']:.0f} retries; "
                f"the server has {memory:.0f} MiB"
            )

    # Start and memory

    def start(self):
        print("\n| flags | start until it accepts connections | processor time | idle memory |\n|---|---|---|---|")
        for flags in (0, 5_000):
            folder = self.folder / f"start-{flags}"
            folder.mkdir()
            server = FlagServer(self.executable, folder, flags)
            times, used, memory = [], [], []
            for _ in range(self.rounds):
                server.end()
                port = free_port()
                began = Process([self.executable, "serve", *server.store, "--listen", f"127.0.0.1:{port}"], port)
                server.process = began.process
                times.append(began.start_time)
                used.append(began.processor_time())
                time.sleep(3)
                memory.append(began.memory())
            server.end()
            print(
                f"| {flags:,} | {statistics.median(times):.2f} s | {statistics.median(used):.2f} s "
                f"| {statistics.median(memory):.0f} MiB |",
                flush=True,
            )


def say(text):
    print(f"==> {text}", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("hello")
    parser.add_argument("load")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="two rounds, a quarter of the requests")
    parser.add_argument("--only", choices=["requests", "streams", "start"])
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    most = hard - OTHER_DESCRIPTORS
    counts = sorted({min(count, most) for count in (1_000, 10_000, 20_000)})
    with tempfile.TemporaryDirectory(prefix="firesteel-bench-") as folder:
        benchmarks = Benchmarks(options, folder)
        load_before = os.getloadavg()[0]
        print(
            f"{os.cpu_count()} processors, {platform.machine()}, Linux {platform.release()}; load {load_before:.1f} at "
            f"the beginning; medians of {benchmarks.rounds} rounds."
        )
        if most < 20_000:
            print(f"A process may have {hard:,} descriptors here, so there are at most {most:,} streams.")
        parts = {"requests": benchmarks.requests, "streams": lambda: benchmarks.streams(counts),
                 "start": benchmarks.start}  # fmt: skip
        for name, measure in parts.items():
            if options.only in (None, name):
                say(name)
                measure()
        print(f"\nLoad {os.getloadavg()[0]:.1f} at the end.")


if __name__ == "__main__":
    main()
