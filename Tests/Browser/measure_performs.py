"""Prints how many performs a second a program does with an inspector open in a page, beside without one.

python Tests/Browser/measure_performs.py program [rounds]

The page is a reader of the live stream, which is all that an open page asks for by itself. Nothing is
asserted.
"""

import http.client
import statistics
import subprocess
import sys
import tempfile
import threading
from urllib.parse import urlsplit

MILLISECONDS = 300


class Program:
    """The program in Performs/, and its commands."""

    def __init__(self, path, folder):
        self.process = subprocess.Popen([path, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer:
            sys.exit(f"error: the program ended at “{line}”, with {self.process.wait()}.")
        return answer

    def performs(self):
        """The current rate per second."""
        number, took = self.ask(f"perform {MILLISECONDS}").split()
        return int(number) / float(took) * 1e9

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Page:
    """Reads the live stream until the inspector closes it, and counts what came."""

    def __init__(self, address):
        url = urlsplit(address)
        self.lines, self.greeted = 0, threading.Event()
        connection = http.client.HTTPConnection(url.hostname, url.port)
        token = url.fragment.removeprefix("token=")
        connection.request("GET", "/api/stream", headers={"Authorization": f"Bearer {token}"})
        self.response = connection.getresponse()
        if self.response.status != 200:
            sys.exit(f"error: the stream was answered with {self.response.status}.")
        self.thread = threading.Thread(target=self.read)
        self.thread.start()
        self.greeted.wait()

    def read(self):
        try:
            while self.response.readline():
                self.lines += 1
                self.greeted.set()
        except (http.client.HTTPException, OSError):
            # The inspector was stopped in the middle of a line.
            pass
        self.greeted.set()


def with_page(program):
    """The performs per second with a page, and the number of messages to the page."""
    page = Page(program.ask("open"))
    performs = program.performs()
    program.ask("close")
    page.thread.join()
    return performs, page.lines


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 31
    without, beside, told = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        program = Program(sys.argv[1], folder)
        program.performs()
        for round in range(rounds):
            # Each is as often the first of the two: what slows the machine down for a while slows both.
            if round % 2:
                without.append(program.performs())
            performs, lines = with_page(program)
            beside.append(performs)
            told += lines
            if not round % 2:
                without.append(program.performs())
        program.end()
    costs = sorted(100 * (1 - open_ / alone) for open_, alone in zip(beside, without))
    print(f"without an inspector: {statistics.median(without):,.0f} performs a second, the median of {rounds} rounds")
    print(f"with one open in a page: {statistics.median(beside):,.0f} performs a second, and {told:,} lines of news")
    print(
        f"cost: {statistics.median(costs):.1f} % of the performs, the median over the rounds, "
        f"from {costs[0]:.1f} % to {costs[-1]:.1f} %"
    )


if __name__ == "__main__":
    main()
