"""A fixture that tests share fails one test: the next one that needs it tries again."""

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef, request):
    try:
        return (yield)
    except BaseException:
        # pytest stores the error otherwise, and raises it for each test of the fixture's scope.
        fixturedef.finish(request)
        raise
