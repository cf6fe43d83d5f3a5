"""Rows that can't be read: verification names all of them, and the start says which one prevents it."""

import contextlib
import sqlite3

from node import Installation, run_command


def test_verification_names_every_row_that_cannot_be_read_and_the_start_the_first(tmp_path):
    store = ["--data", tmp_path / "data"]
    Installation(tmp_path, store, 2)
    with contextlib.closing(sqlite3.connect(tmp_path / "data/firesteel.sqlite")) as database:
        database.execute("UPDATE counters SET value = -1 WHERE name = 'access'")
        database.execute("INSERT INTO settings (name, value) VALUES ('requires-second-factor', x'00')")
        database.execute("UPDATE changes SET author_name = x'00' WHERE number = 1")
        database.commit()
    result = run_command("verify", *store)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "Change 1 can't be read: Its column “author_name”" in result.stdout
    for row, table in (("access", "counters"), ("requires-second-factor", "settings")):
        assert f"The row “{row}” of the table “{table}” can't be read" in result.stdout
    assert "All changes are as they were written." not in result.stdout
    started = run_command("serve", *store, "--listen", "127.0.0.1:0")
    assert started.returncode > 0
    assert "The row “access” of the table “counters” can't be read" in started.stderr
    assert "Run “firesteel-server verify”" in started.stderr
