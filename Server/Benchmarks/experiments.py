"""Measures what three running experiments cost where summaries are rolled up, and how long a page of results takes.

Each round stores the same summaries for servers whose roll-up waits, one without experiments, one with three and one
with three whose people share units, and then measures the processor time until they are counted. The page is one of
sums that claim ten million people, of 60 days.
"""

import json
import random
import sqlite3
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import insight
from rollups import DAY, run_psql

PAGE_PEOPLE, PAGE_DAYS = 10_000_000, 60
ARMS = ("off", "on")
FEATURE = "App/Documents"
EXPERIMENT_ROOT = f"/api/v1/programs/{insight.PROGRAM}/environments/{insight.ENVIRONMENT}/experiments"


def metric(measure, action="save", **members):
    return {"feature": FEATURE, "measure": measure, "direction": "increase", "action": action, **members}


EXPERIMENTS = {
    "fast-save": metric("count"),
    "delta-upload": metric("conversion", "export"),
    "new-toolbar": metric("timeTo", "share", day=7),
}
SECONDARY = {
    "delta-upload": [metric("duration", quantile=0.9), metric("failureRate"), metric("rate", per=metric("", "open"))],
    "new-toolbar": [metric("retention", "open", day=1), metric("amount"), metric("sequence", then=metric("", "close"))],
}


class ExperimentServer(insight.InsightServer):
    """A server with a program, and statements to its database."""

    def __init__(self, executable, folder, database):
        self.folder, self.database = Path(folder), database
        self.folder.mkdir(exist_ok=True)
        super().__init__(executable, folder, database)
        self.sent = 0

    def execute(self, *statements):
        if self.database:
            run_psql(self.database, ";\n".join(["BEGIN", *statements, "COMMIT"]) + ";\n")
            return
        with sqlite3.connect(self.folder / "data/firesteel.sqlite", timeout=60) as connection:
            for statement in statements:
                connection.execute(statement)

    def begin(self, started, unit):
        """Stores running experiments as the next change."""
        number = f"(SELECT changes FROM programs WHERE id = '{insight.PROGRAM}')"
        self.execute(
            f"UPDATE programs SET changes = changes + 1 WHERE id = '{insight.PROGRAM}'",
            "INSERT INTO changes (program, number, id, time, kind, author, author_name, source, reason, perform, body, "
            "size, previous, hash, fingerprint) VALUES "
            f"('{insight.PROGRAM}', {number}, 'e', {started}, 'edit', '', '', '', '', '', '', 0, '', '', '')",
            *(
                "INSERT INTO item_versions (program, kind, environment, name, change, value) VALUES "
                f"('{insight.PROGRAM}', 'experiment', '{insight.ENVIRONMENT}', '{name}', {number}, "
                f"'{json.dumps(self.experiment(name, unit))}')"
                for name in EXPERIMENTS
            ),
        )

    @staticmethod
    def experiment(name, unit):
        members = {"flag": name, "arms": ARMS, "state": "running", "phase": 1, "days": 60, "share": 100}
        if unit:
            return members | {"unit": unit, "primary": EXPERIMENTS["fast-save"]}
        return members | {"primary": EXPERIMENTS[name], "secondary": SECONDARY.get(name, [])}

    def hold(self, seconds):
        """Takes the lease of rolling up, so that messages wait, or returns it."""
        until = int((time.time() + seconds) * 1000)
        self.execute(
            "DELETE FROM insight_leases WHERE name = 'insight-roll-up'",
            *([f"INSERT INTO insight_leases VALUES ('insight-roll-up', 'bench', {until})"] if seconds else []),
        )

    def count(self, messages):
        """Stores messages, and returns the processor times of that and until they are counted after it."""
        self.hold(120)
        begin = self.processor_time()
        for start in range(0, len(messages), 100):
            insight.store(self, [insight.item("segment", one) for one in messages[start : start + 100]])
        self.sent += len(messages)
        before = self.processor_time()
        self.hold(0)
        insight.wait_for(lambda: self.get("/overview")["covers"]["sessions"] >= self.sent)
        return before - begin, self.processor_time() - before

    def results(self, experiment):
        return self.get(f"/{experiment}/results", EXPERIMENT_ROOT)


def messages(chosen, name, unit):
    """Returns summaries of people who read three flags of experiments, with the variants of arms."""
    found = []
    for index, person in enumerate(chosen):
        message = insight.segment(f"bench-{name}-{index}", index)
        [entry] = message["people"]
        entry["person"] = f"person-{person}"
        for place, exposure in enumerate(entry["exposures"]):
            phase = f"1.{person // 8 % 100}" if unit else "1"
            exposure["variant"] = f"{exposure['flag']}/{phase}:{ARMS[person >> place & 1]}"
            exposure["before"] = [{"action": [FEATURE, "open"], "successes": 1}]
        for action in entry["actions"]:
            action |= {"first": 20_000, "last": 600_000, "amount": 300}
        found.append(message)
    return found


def measure_roll_up(options, folder, databases):
    """Prints the processor time of rolling up with and without experiments, in alternating rounds."""
    units = (None, None, "company")
    servers = [ExperimentServer(options.server, f"{folder}/server{place}", url) for place, url in enumerate(databases)]
    try:
        for server, unit in list(zip(servers, units, strict=True))[1:]:
            server.begin(int(time.time() * 1000) - DAY, unit)
        count = 500 if options.quick else 3_000
        for name, people in (("new people", 1 << 40), ("known people", count)):
            rounds = []
            for number in range(options.rounds + 1):
                chosen = [random.randrange(people) for _ in range(count)]
                times = [(), (), ()]
                for place in random.sample(range(3), 3):
                    times[place] = servers[place].count(messages(chosen, f"{people}-{number}", units[place]))
                rounds.append(times)
            # The first has names, limits of counts and caches to fill.
            print_rounds(name, count, rounds[1:])
        measure_page(servers[1], options)
    finally:
        for server in servers:
            server.end()


def print_rounds(name, count, rounds):
    cost = statistics.median(times[0][1] for times in rounds) / count * 1e6
    print(f"| processor time to roll up a summary of {name}, without experiments | {cost:,.0f} µs |")
    for place, title in ((1, "with three"), (2, "with three whose people share units")):
        cost = statistics.median(times[place][1] for times in rounds) / count * 1e6
        ratio = statistics.median(times[place][1] / times[0][1] for times in rounds)
        whole = statistics.median(sum(times[place]) / sum(times[0]) for times in rounds)
        found = f"{cost:,.0f} µs, {ratio:.2f} × (goal: 1.3), with receiving it {whole:.2f} ×"
        print(f"| {title} | {found} |", flush=True)


def sums(name, began, people):
    """Returns statements that multiply the sums of an experiment, and repeat those of a day for each day."""
    columns = ["x", "xx", "y", "yy", "xy", "z", "zz", "xz"]
    factor = PAGE_PEOPLE // max(1, people)
    multiplied = ", ".join(f"{one} = {one} * {factor}" for one in columns)
    yield f"UPDATE experiment_sums SET {multiplied} WHERE experiment = '{name}'"
    parts = ", ".join(f"CAST({one} / {PAGE_DAYS} AS BIGINT)" for one in columns)
    for day in range(began // DAY, began // DAY + PAGE_DAYS):
        yield (
            "INSERT INTO experiment_sums "
            f"(scope, experiment, phase, arm, dimension, subject, measure, {', '.join(columns)}) "
            f"SELECT scope, experiment, phase, arm, 'e:{day}', subject, measure, {parts} FROM experiment_sums "
            f"WHERE experiment = '{name}' AND dimension LIKE 'e:%' ON CONFLICT DO NOTHING"
        )


def measure_page(server, options):
    """Prints how long the results take of sums that claim many people, who were exposed on many days."""
    server.hold(140)
    began = int(time.time() * 1000) - PAGE_DAYS * DAY
    server.execute(f"UPDATE changes SET time = {began} WHERE id = 'e'", "UPDATE programs SET changes = changes + 1")
    for name in EXPERIMENTS:
        server.execute(*sums(name, began, sum(arm["people"] for arm in server.results(name)["arms"])))
        results = server.results(name)
        people = sum(arm["people"] for arm in results["arms"])
        duration = server.time(f"/{name}/results", options.rounds, EXPERIMENT_ROOT)
        measures = ", ".join(metric["measure"] for metric in results["metrics"])
        print(
            f"| results of {people / 1e6:,.1f} million people: {measures} (goal: 200 ms) | {duration:,.1f} ms |",
            flush=True,
        )


def measure(options):
    with tempfile.TemporaryDirectory() as folder:
        if not options.postgres:
            return measure_roll_up(options, folder, (None, None, None))
        with ExitStack() as stack:
            measure_roll_up(options, folder, [stack.enter_context(insight.cluster(True)) for _ in range(3)])


if __name__ == "__main__":
    options = insight.parse_options()
    print(f"\n| experiments, {'PostgreSQL' if options.postgres else 'SQLite'} | |\n|---|---:|")
    measure(options)
