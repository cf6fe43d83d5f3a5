"""A PostgreSQL server of the tests, and PgBouncer before it."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from pathlib import Path


def free_port():
    """Returns a port of this machine that no program uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def find_programs():
    """Returns the folder of initdb and pg_ctl: the newest of Debian, or that of PATH."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    found = str(versions[-1]) if versions else shutil.which("initdb")
    if not found:
        raise RuntimeError("Can't find PostgreSQL's initdb. Run scripts/setup-system server.")
    return Path(found).parent


class PostgreSQL:
    """A server in a temporary folder."""

    def __init__(self):
        # PostgreSQL refuses to run as root.
        self.user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self.programs = find_programs()
        # Paths of sockets are limited to about 100 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="firesteel-pg-", dir="/tmp"))
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.port = free_port()
        self.poolers = []
        self.run(self.programs / "initdb", "-D", self.folder / "data", "-U", "postgres", "--auth=trust", "--no-sync")
        with open(self.folder / "data/postgresql.conf", "a") as file:
            file.write(f"listen_addresses = '127.0.0.1'\nport = {self.port}\nmax_connections = 200\n")
            file.write(f"unix_socket_directories = '{self.folder}'\nfsync = off\n")
        self.control("-l", self.folder / "log", "start")

    def command(self, *arguments):
        prefix = ["runuser", "-u", self.user.pw_name, "--"] if self.user else []
        return [*prefix, *map(str, arguments)]

    def run(self, *arguments):
        subprocess.run(
            self.command(*arguments),
            check=True,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def control(self, *arguments):
        self.run(self.programs / "pg_ctl", "-D", self.folder / "data", "-w", *arguments)

    def url(self, name, port=None):
        return f"postgres://postgres@127.0.0.1:{port or self.port}/{name}"

    def create_database(self):
        name = f"t{uuid.uuid4().hex}"
        self.run(self.programs / "createdb", "-h", self.folder, "-p", self.port, "-U", "postgres", name)
        return name

    def execute(self, name, statement):
        self.run(
            self.programs / "psql",
            "-h",
            self.folder,
            "-p",
            self.port,
            "-U",
            "postgres",
            "-d",
            name,
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            statement,
        )

    def start_pooler(self):
        """Starts PgBouncer in transaction mode, which delivers no notifications, and returns its port."""
        port = free_port()
        file = self.folder / "pgbouncer.ini"
        file.write_text(
            f"[databases]\n* = host=127.0.0.1 port={self.port} user=postgres\n[pgbouncer]\n"
            f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
            f"pool_mode = transaction\ndefault_pool_size = 10\nlogfile = {self.folder}/pgbouncer.log\n"
        )
        program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
        if not program:
            raise RuntimeError("Can't find PgBouncer. Run scripts/setup-system server.")
        # Not by runuser, which passes no signals on. PgBouncer refuses to run as root as well.
        user = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        self.poolers.append(
            subprocess.Popen(
                [program, "-q", str(file)],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                **user,
            )
        )
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return port
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def stop_poolers(self):
        for pooler in self.poolers:
            # It stores nothing. Processes that a script starts in the background ignore some other signals.
            pooler.kill()
            pooler.wait()
        self.poolers = []

    def stop(self):
        self.stop_poolers()
        self.control("-m", "immediate", "stop")
        shutil.rmtree(self.folder)
