"""Multiplies the roll-ups of a short measurement to those of millions of summaries in 30 days.

The number of rows grows with hours, versions, features and actions, and not with summaries, whose number is in the
counts. Days that are over for two weeks are one row, as the server stores them, and what pages read by day already
after two days. People are estimated everywhere: each row has the registers of HyperLogLog that 20,000 of them leave.
"""

import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

HOUR = 3_600_000
DAY = 24 * HOUR
# The days whose hours are stored one by one, and those of what DailyFolding.swift adds up.
HOURLY_DAYS = 14
EARLY_DAYS = 2
EARLY_MEASURES = "'durations', 'uses', 'successes', 'failures', 'cancellations', 'interruptions', 'errors', 'refusals'"
EARLY_SUBJECTS = "'all', 'features', 'actions', 'refusals', 'groups'"
DAYS = 30
# The feature of the summaries, with five actions, and how many there are afterwards.
FEATURE = "App/Documents"
FEATURES = 8
# How many versions each of the three becomes.
VERSIONS = 2
PEOPLE = 20_000
# As PeopleSketch.swift has them: the form 1, and the registers.
REGISTERS = 2_048
SKETCHES = 64


def sketch(source):
    """Returns the stored form of many people."""
    registers = bytearray(REGISTERS)
    for _ in range(PEOPLE):
        person = source.getrandbits(64)
        # The first 11 bits choose the register, which has the most leading zeros of the rest, and one.
        zeros = 64 - ((person << 11) & ((1 << 64) - 1)).bit_length()
        index = person >> 53
        registers[index] = max(registers[index], min(zeros, 53) + 1)
    return b"\x01" + bytes(registers)


def periods(now):
    """Returns the beginnings of hours and days, with the hours of each and whether it has what is added up early."""
    today = now - now % DAY
    first, hourly, early = (today - days * DAY for days in (DAYS, HOURLY_DAYS, EARLY_DAYS))
    found = [(begin, 24, None) for begin in range(first, hourly, DAY)]
    found += [(begin, 1, False) for begin in range(hourly, early, HOUR)]
    found += [(begin, 24, True) for begin in range(hourly, early, DAY)]
    found += [(begin, 1, None) for begin in range(early, now, HOUR)]
    return sorted(found, key=lambda period: period[0])


def early(is_early, condition):
    """Returns the rows of a period: all, those that are added up early, or the others."""
    return "" if is_early is None else f" WHERE {'' if is_early else 'NOT '}({condition})"


def blob(data, is_postgres):
    return f"decode('{data.hex()}', 'hex')" if is_postgres else f"X'{data.hex()}'"


def copies(columns, table):
    """Returns a query for each row in each version, and where it is of the feature or its actions, in each feature."""
    selected = [
        "c.version || v.suffix AS version"
        if column == "version"
        else f"REPLACE(c.{column}, '{FEATURE}', f.name) AS {column}"
        if column in ("subject", "value")
        else f"c.{column} AS {column}"
        for column in columns
    ]
    return (
        f"SELECT {', '.join(selected)} FROM {table} c CROSS JOIN bench_versions v CROSS JOIN bench_features f "
        f"WHERE f.number = 0 OR c.subject LIKE '%{FEATURE}%' OR c.value LIKE '%{FEATURE}%'"
    )


def statements(summaries, now, is_postgres):
    """Returns the statements of one transaction."""
    source = random.Random(42)
    names = [FEATURE] + [f"{FEATURE}{number}" for number in range(1, FEATURES)]
    suffixes = [""] + [f".{number}" for number in range(1, VERSIONS)]
    counted = ["scope", "measure", "subject", "version", "value", "count"]
    known = ["scope", "subject", "version", "value"]
    result = [
        "CREATE TABLE bench_features (number BIGINT, name TEXT)",
        "CREATE TABLE bench_versions (suffix TEXT)",
        f"CREATE TABLE bench_sketches (number BIGINT PRIMARY KEY, sketch {'BYTEA' if is_postgres else 'BLOB'})",
        *(f"INSERT INTO bench_features VALUES ({number}, '{name}')" for number, name in enumerate(names)),
        *(f"INSERT INTO bench_versions VALUES ('{suffix}')" for suffix in suffixes),
        *(f"INSERT INTO bench_sketches VALUES ({n}, {blob(sketch(source), is_postgres)})" for n in range(SKETCHES)),
        "CREATE TABLE bench_sums AS SELECT scope, measure, subject, version, value, "
        "CAST(SUM(count) AS BIGINT) AS count FROM insight_counts GROUP BY scope, measure, subject, version, value",
        "CREATE TABLE bench_known AS SELECT DISTINCT scope, subject, version, value FROM insight_people",
        f"CREATE TABLE bench_counts AS {copies(counted, 'bench_sums')}",
        f"CREATE TABLE bench_copies AS {copies(known, 'bench_known')}",
        "CREATE TABLE bench_people AS SELECT scope, subject, version, value, "
        "ROW_NUMBER() OVER (ORDER BY subject, version, value) AS number FROM bench_copies",
        "DELETE FROM insight_counts",
        "DELETE FROM insight_people",
        f"INSERT INTO insight_names (scope, kind, name, first, seen) SELECT DISTINCT c.scope, 'version', c.version, "
        f"{now - DAYS * DAY}, {now - now % DAY} FROM bench_counts c WHERE NOT EXISTS (SELECT 1 FROM insight_names n "
        "WHERE n.scope = c.scope AND n.kind = 'version' AND n.name = c.version)",
    ]
    stored = "(SELECT SUM(count) FROM bench_sums WHERE measure = 'sessions' AND subject = '' AND value = '')"
    all_hours = sum(hours for _, hours, is_early in periods(now) if not is_early)
    # In the order of time, as the server writes them.
    for number, (begin, hours, is_early) in enumerate(periods(now)):
        share = f"CAST(c.count * {summaries * hours} / ({stored} * {all_hours * VERSIONS}) AS BIGINT)"
        result += [
            "INSERT INTO insight_counts (scope, measure, subject, hour, version, value, count) "
            f"SELECT c.scope, c.measure, c.subject, {begin}, c.version, c.value, "
            f"CASE WHEN {share} < 1 THEN 1 ELSE {share} END FROM bench_counts c"
            + early(is_early, f"c.subject = '' AND c.measure IN ({EARLY_MEASURES})"),
            "INSERT INTO insight_people (scope, subject, hour, version, value, sketch) "
            f"SELECT p.scope, p.subject, {begin}, p.version, p.value, s.sketch FROM bench_people p "
            f"JOIN bench_sketches s ON s.number = (p.number + {number}) % {SKETCHES}"
            + early(is_early, f"p.subject IN ({EARLY_SUBJECTS})"),
        ]
    tables = ("features", "versions", "sketches", "sums", "known", "counts", "copies", "people")
    return result + [f"DROP TABLE bench_{table}" for table in tables]


def multiply(summaries, database=None, folder=None):
    """Multiplies the roll-ups of a server that doesn't run."""
    now = int(time.time() * 1000)
    if database:
        # As the server does on its own after some time.
        script = ["BEGIN", *statements(summaries, now, True), "COMMIT", "VACUUM ANALYZE"]
        run_psql(database, ";\n".join(script) + ";\n")
    else:
        connection = sqlite3.connect(Path(folder) / "data/firesteel.sqlite", isolation_level=None)
        for statement in ["BEGIN", *statements(summaries, now, False), "COMMIT"]:
            connection.execute(statement)
        connection.close()


def run_psql(database, script):
    # The folder of PostgreSQL's programs is known to the tests.
    sys.path.append(str(Path(__file__).resolve().parents[2] / "Tests/Server"))
    from postgres import find_programs

    result = subprocess.run(
        [find_programs() / "psql", database, "-q", "-v", "ON_ERROR_STOP=1", "-f", "-"],
        input=script,
        capture_output=True,
        text=True,
    )
    if result.returncode:
        sys.exit(f"error: psql: {result.stderr[-1000:]}")
