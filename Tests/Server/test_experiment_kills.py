"""Nodes are killed while four experiments count, people are erased and sessions left out: sums equal a recount."""

import json
import os
import random
import subprocess
import sys
import time
from email.utils import formatdate
from zlib import crc32

import pytest
from insight import INSIGHT, Sender, address, now
from node import ENVIRONMENT, LOST, PROGRAM, Installation, Node, Worker, eventually, run_command
from test_experiment_results import HOUR, MORE, PRINT, SAVE, SCRIPT, action
from test_experiments import PATH, create
from test_insight import new_store
from test_webhooks import ROOT
from wall_clock import Clock

IS_SOAK = os.environ.get("FIRESTEEL_SOAK") == "1"
KILLS = int(os.environ.get("FIRESTEEL_EXPERIMENT_KILLS", "200" if IS_SOAK else "4"))
PEOPLE, ERASED = (3_000, 100) if IS_SOAK else (600, 10)
# An experiment has at most 20 exclusions.
EXCLUSIONS = 30 if IS_SOAK else 4
SENDERS = 3
DAYS = 19
ARMS = ("off", "on")
VERSIONS = ("3.4.1", "3.4.1", "3.4.1", "3.5.0", "9.9.9")


def metric(measure, members):
    return {"feature": "App/Documents", "measure": measure, "direction": "increase", **members}


PRIMARIES = {
    "counting": metric("count", SAVE),
    "waiting": metric("timeTo", {**PRINT, "day": 3}),
    "lasting": metric("duration", {**SAVE, "quantile": 0.9}),
    "sharing": metric("count", SAVE),
}
SHARED = [("conversion", PRINT), ("failureRate", SAVE)]
SECONDARY = [metric(*one) for one in (*MORE, *SHARED, ("retention", SAVE))]
# People who share a company count in groups, which few metrics have.
OTHERS = {"sharing": {"unit": "company", "secondary": [metric(*one) for one in SHARED]}}


def performs(name):
    first = random.randrange(60_000)
    members = {"amount": random.randrange(5_000)} if name == "save" else {}
    if random.random() < 0.2:
        members["failures"] = {"DiskError": random.randrange(1, 4)}
    durations = {str(bucket): random.randrange(1, 3) for bucket in random.sample(range(30, 60), 3)}
    return action(name, random.randrange(1, 6), first, random.randrange(first, 60_000), durations=durations, **members)


def exposures(person):
    """Returns the exposures of a session, after one save, few of which have another arm than the person's."""
    before = action("save", 1, 0, 0, durations={"40": 1})
    for name in PRIMARIES:
        if random.random() < 0.6:
            number = crc32(f"{name} {person}".encode())
            arm = ARMS[number % 2] if random.random() < 0.999 else random.choice(ARMS)
            phase = f"1.{number // 2 % 100}" if name in OTHERS else "1"
            variant = f"{name}/{phase}:{arm}"
            yield {"flag": "w0", "variant": variant, "first": random.randrange(60_000), "before": [before]}


def segments(run):
    """Returns the segments of a run of several people, in any order."""
    started = now() - random.randrange(HOUR, (DAYS - 1) * 24 * HOUR)
    people = [f"person-{random.randrange(PEOPLE)}" for _ in range(random.randrange(1, 6))]
    exposed = [list(exposures(person)) for person in people]
    head = {"version": 1, "run": run, "program": {"name": "Documents", "version": random.choice(VERSIONS)}}
    head |= {"system": random.choice(["Linux", "iOS 26.1"]), "started": started}
    bodies = []
    for number in (1, 2)[: random.randrange(1, 3)]:
        entries = [
            {
                "session": index + 1,
                "person": person,
                "actions": [performs(name) for name in random.sample(["save", "print", "open"], 2)],
                **({"exposures": exposed[index]} if number == 1 else {
                    "under": [{"flag": "w0", "variant": one["variant"]} for one in exposed[index]]
                }),
            }
            for index, person in enumerate(people)
        ]  # fmt: skip
        for entry in entries if number == 1 else ():
            # What came before is among the performs of the entry.
            entry["actions"][0] = action("save", 5, 0, 50_000, amount=700, durations={"40": 2, "44": 3})
            entry["actions"][1] = performs(random.choice(["print", "open"]))
        end = {"end": {"kind": "signal", "signal": "SIGABRT"}} if random.random() < 0.05 else {}
        period = {"segment": number, "from": (number - 1) * 60_000, "until": number * 60_000}
        bodies.append(json.dumps({**head, **period, **end, "people": [{"session": 0}, *entries]}).encode())
    random.shuffle(bodies)
    return bodies


class Visitors(Sender):
    """Sends the runs of people, each message until it is acknowledged."""

    def work(self):
        while not self.is_stopping.is_set():
            for body in segments(f"run-{self.index}-{len(self.acknowledged)}"):
                self.send(address(body), body, {"Date": formatdate(usegmt=True)})
            self.acknowledged.append(None)
            time.sleep(random.uniform(0, 0.2))


class Client:
    """Sends requests to any node until one responds."""

    def __init__(self, nodes, token):
        self.nodes, self.token = nodes, token

    def call(self, method, path, body=None):
        while True:
            try:
                status, _, answer = random.choice(self.nodes).request(method, path, self.token, body)
            except (*LOST, ValueError):
                status = 503
            if status not in (429, 503):
                assert status == 200, answer
                return json.loads(answer)
            time.sleep(0.05)

    def results(self, name):
        return self.call("GET", f"{PATH}/{name}/results")

    def exclude(self, number):
        """Leaves sessions out of an experiment: those of a version, or of some hours."""
        start = now() - random.randrange(DAYS * 24) * HOUR
        some = {"version": "9.9.9"} if number < len(PRIMARIES) else {"from": start, "until": start + 3 * HOUR}
        self.call(
            "POST",
            f"{PATH}/{list(PRIMARIES)[number % len(PRIMARIES)]}/exclude",
            {"id": f"exclude-{number}", "reason": "Test", **some},
        )

    def erase(self, number):
        self.call("DELETE", f"{INSIGHT}/people/person-{number}")


class Eraser(Worker):
    """Erases people, again and again: their programs continue to send."""

    def __init__(self, client):
        self.client, self.erased = client, 0
        super().__init__()

    def work(self):
        while not self.is_stopping.is_set():
            self.client.erase(self.erased % ERASED)
            self.erased += 1
            time.sleep(random.uniform(0, 0.5))


def check_figures(node, client, folder, name):
    """The script agrees with the results, and returns the number of people."""
    token = folder / "token"
    token.write_text(client.token)
    place = ["--program", PROGRAM, "--environment", ENVIRONMENT, "--experiment", name, "--token-file", token]
    command = [sys.executable, SCRIPT, "--server", node.addresses["Dashboard"].rstrip("/"), *place]
    found = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stdout + found.stderr
    return int(found.stdout.split(" figures of ")[1].split()[0])


def figures(results):
    """The part of results that follows from people alone."""
    metrics = [[metric["arms"], metric["comparisons"]] for metric in results["metrics"]]
    return [results["arms"], results["mixed"], results["capped"], metrics]


@pytest.mark.parametrize(("dialect", "count"), [("sqlite", 1), ("postgres", 3)])
def test_sums_are_those_of_a_recount_after_kills(dialect, count, tmp_path, nodes, library, request):
    store = new_store(dialect, tmp_path, request)
    installation, clock = Installation(tmp_path, store, 1), Clock(tmp_path, library)
    nodes += [Node(tmp_path, f"node{index}", store, prefix=clock.prefix) for index in range(count)]
    clock.set(-DAYS * 86_400)
    nodes[0].start()
    client = Client(nodes, installation.token("admin", "--role", "admin"))
    for name, primary in PRIMARIES.items():
        members = {"flag": "w0", "arms": ARMS, "share": 25, "state": "running", "primary": primary}
        members |= OTHERS.get(name, {"secondary": SECONDARY})
        client.call("POST", f"{ROOT}/changes", create(name, **members))
    nodes[0].kill()
    clock.set(0)
    for node in nodes:
        node.start()
    senders = [Visitors(nodes, installation.token("ingest"), index) for index in range(SENDERS)]
    eraser, excluded = Eraser(client), 0

    def people():
        return sum(arm["people"] for arm in client.results("counting")["arms"])

    for kill in range(KILLS):
        if EXCLUSIONS * kill >= KILLS * excluded:
            client.exclude(excluded)
            excluded += 1
        if IS_SOAK and kill % 5 == 2:
            # The lease of a node that was killed ends after 15 seconds.
            before = people()
            eventually(lambda before=before: people() != before)
        time.sleep(random.uniform(0, 1))
        node = random.choice(nodes)
        node.kill()
        node.start()
    for worker in (*senders, eraser):
        worker.join()
    # Now that their programs end, nothing of them is left.
    for number in range(ERASED):
        client.erase(number)
        left = client.call("GET", f"{INSIGHT}/people/person-{number}")
        assert (left["sessions"], left["reports"]) == (0, 0)
    # What was received last is counted last.
    last = Visitors.__new__(Visitors)
    last.nodes, last.token = nodes, senders[0].token
    body = json.loads(segments("last")[0])
    body |= {"segment": 1, "from": 0, "until": 60_000, "program": {"name": "Documents", "version": "1.0.0"}}
    body["people"] = [{"session": 0}, {"session": 1, "person": "last"}]
    body["people"][1]["exposures"] = [{"flag": "w0", "variant": "counting/1:on", "first": 0}]
    body["started"] = now() - HOUR
    body = json.dumps(body).encode()
    last.send(address(body), body)
    eventually(lambda: any(one["value"] == "1.0.0" for one in client.results("counting")["dimensions"]), 300)
    eventually(lambda: not any(client.results(name)["isRecounting"] for name in PRIMARIES), 300)
    before = {name: figures(client.results(name)) for name in PRIMARIES}
    # A recount from the sessions of all people, whether or not they were counted.
    for name in PRIMARIES:
        client.call("POST", f"{PATH}/{name}/exclude", {"id": f"all-{name}", "reason": "Test", "version": "0.0.1"})
    eventually(lambda: not any(client.results(name)["isRecounting"] for name in PRIMARIES), 300)
    for name in PRIMARIES:
        assert figures(client.results(name)) == before[name], name
    counts = [check_figures(nodes[0], client, tmp_path, name) for name in PRIMARIES]
    assert all(counts)
    counted = sum(counts)
    for node in nodes:
        assert node.end() == 0
        assert "can't be" not in node.logged(), node.logged()
    verified = run_command("verify", *store)
    assert f"Experiments: {counted} people\nAll changes" in verified.stdout, verified.stdout
    if IS_SOAK:
        runs = sum(len(sender.acknowledged) for sender in senders)
        found = f"{KILLS} kills\t{runs:,} runs\t{eraser.erased} erasures\t{excluded} exclusions\t{counted:,} people"
        print(f"\nload: Experiments {dialect}\t{found}")
