import pytest
from postgres import PostgreSQL


@pytest.fixture(scope="session")
def postgres():
    server = PostgreSQL()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def nodes():
    """The started processes, which end with the test."""
    started = []
    yield started
    for node in started:
        node.stop()
