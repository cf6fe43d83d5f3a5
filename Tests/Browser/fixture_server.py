"""Serves the inspector's pages with made-up data, as docs/inspector-api.md describes the interface.

    python Tests/Browser/fixture_server.py --performs 100000 --live

prints an address to open. Only the standard library is used.
"""

import argparse
import secrets
import threading
import time

from fixture_handler import Handler, Server
from fixture_model import Model
from fixture_runs import Runs
from ports import unused_port


class Fixture:
    """A server with its data. `start` answers the address; tests change its attributes and its model."""

    def __init__(self, model=None, port=None):
        self.model = model or Model()
        self.token = secrets.token_hex(16)
        self.offline, self.failing, self.delay, self.empty, self.requests = False, None, 0, False, []
        # Longer than the stream is silent, so that the program doesn't seem frozen.
        self.beat = 30_000_000
        # Where an answer, or what a page sent, isn't as the golden files have it.
        self.faults = []
        # Calls wait for it: a test that clears it holds the page where it is.
        self.gate = threading.Event()
        self.gate.set()
        self.runs = Runs(self.model)
        self.past = {}
        self.server = Server(("127.0.0.1", unused_port() if port is None else port), Handler)
        self.server.fixture = self
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"

    def start(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self.address()

    def address(self, path=""):
        return f"{self.origin}/{path}#token={self.token}"

    def stop(self):
        self.go_offline()
        self.server.shutdown()
        self.server.server_close()

    def go_offline(self):
        self.offline = True
        self.gate.set()
        self.model.notify({"topic": "end"})

    def program(self):
        model = self.model
        outcomes = [perform[2] for perform in model.performs[model.first :]]
        return {
            "name": "Documents",
            "version": "1.0",
            "build": "1",
            "host": "Linux 6.1, x86_64",
            "pid": 4711,
            "run": model.run,
            "started": model.started,
            "now": time.time_ns() // 1000,
            "recording": model.recording,
            "counts": {
                "features": 10,
                "performs": len(model.performs),
                "inFlight": outcomes.count("in-flight"),
                "failures": sum(o.startswith("failure") for o in outcomes),
                "stacks": 4,
                "sessions": 3,
                "crashes": 1,
                "flags": model.differing(),
            },
            "address": "http://127.0.0.1:1/#token=of-the-app",
            **({"outgoing": model.outgoing} if model.outgoing else {}),
        }

    def earlier(self, run):
        """The data of an earlier run, generated on the first request."""
        if self.runs.detail(run) is None:
            return None
        if run not in self.past:
            self.past[run] = Model(performs=500, lines=200, seed=len(run))
            self.past[run].run = run
        return self.past[run]

    def set_logging(self, what, body):
        logging = self.model.logging
        if what == "focus":
            logging["focus"] = body["paths"]
        elif "path" not in body:
            logging["level"] = body["level"]
        elif body["level"] is None:
            logging["levels"].pop(body["path"], None)
        else:
            logging["levels"][body["path"]] = body["level"]
        self.model.notify({"topic": "logging"})
        return logging

    def remove(self, identifier=None):
        self.runs.removed |= {identifier} if identifier else {facts[0] for facts in self.runs.base}
        if identifier is None:
            with self.model.lock:
                self.model.performs, self.model.first = [], 0
                self.model.version += 1
                self.model.notify(self.model.timeline_news([]))
        self.model.notify({"topic": "runs"})
        return self.runs.list()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--performs", type=int, default=2_000, help="how many performs there are at the start")
    parser.add_argument("--lines", type=int, default=3_000, help="how many log lines there are at the start")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--live", action="store_true", help="go on performing")
    options = parser.parse_args()
    fixture = Fixture(Model(performs=options.performs, lines=options.lines), options.port)
    print(fixture.start(), flush=True)
    while True:
        time.sleep(0.4)
        if options.live:
            fixture.model.add(1)
            fixture.model.add_lines(1)


if __name__ == "__main__":
    main()
