"""A fixture that tests share fails one test: the next one that needs it tries again, twice at most."""

from collections import Counter

import pytest

failures = Counter()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef, request):
    try:
        return (yield)
    except BaseException:
        failures[fixturedef.baseid, fixturedef.argname] += 1
        # pytest stores the error otherwise, and raises it for each test of the fixture's scope.
        if failures[fixturedef.baseid, fixturedef.argname] < 3:
            fixturedef.finish(request)
        raise
