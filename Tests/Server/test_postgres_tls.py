"""The server trusts a PostgreSQL server only as far as the address of the database requires."""

import shutil

import pytest
from authority import Authority
from node import Installation, Node, run_command
from postgres import PostgreSQL


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def encrypted(authority):
    """A PostgreSQL server with a certificate for db.example.com."""
    server = PostgreSQL()
    try:
        chain, key = authority.certificate("database", "db.example.com")
        for file, name in ((chain, "server.crt"), (key, "server.key")):
            target = server.folder / "data" / name
            shutil.copy(file, target)
            target.chmod(0o600)
            if server.user:
                shutil.chown(target, server.user.pw_uid, server.user.pw_gid)
        with open(server.folder / "data/postgresql.conf", "a") as file:
            file.write("ssl = on\n")
        server.control("restart")
        yield server
    finally:
        server.stop()


def address(server, name, host, root, mode="verify-full"):
    return f"postgres://postgres@{host}:{server.port}/{name}?hostaddr=127.0.0.1&sslmode={mode}&sslrootcert={root}"


def test_a_verified_database_is_used(encrypted, authority, tmp_path, nodes):
    url = address(encrypted, encrypted.create_database(), "db.example.com", authority.root)
    installation = Installation(tmp_path, ["--database", url], 1)
    node = Node(tmp_path, "node", ["--database", url]).start()
    nodes.append(node)
    assert installation.revision(node) >= 1
    assert node.end() == 0


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ("name", 'does not match host name "other.example.com"'),
        ("authority", "certificate verify failed"),
        ("file", "root certificate file"),
    ],
)
def test_an_untrusted_database_is_refused(case, reason, encrypted, authority, tmp_path):
    host = "other.example.com" if case == "name" else "db.example.com"
    roots = {
        "name": authority.root,
        "authority": Authority(tmp_path / "stranger").root,
        "file": tmp_path / "missing.pem",
    }
    url = address(encrypted, "postgres", host, roots[case])
    result = run_command("serve", "--database", url, "--listen", "127.0.0.1:0")
    assert result.returncode > 0
    assert "Can't trust the database's server" in result.stderr, result.stderr
    assert reason in result.stderr
    assert "sslrootcert" in result.stderr


def test_a_database_without_encryption_is_refused(postgres, authority):
    url = address(postgres, "postgres", "db.example.com", authority.root)
    result = run_command("check", "--database", url)
    assert result.returncode > 0
    assert "server does not support SSL, but SSL was required" in result.stderr
