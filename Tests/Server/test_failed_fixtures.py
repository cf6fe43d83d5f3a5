"""A fixture that tests share fails one test."""

import itertools

import pytest

attempts = itertools.count(1)


@pytest.fixture(scope="session")
def unreliable():
    number = next(attempts)
    if number == 1:
        raise OSError("It isn't there yet.")
    return number


def test_a_shared_fixture_that_failed_is_tried_again_once_it_is_needed(request):
    with pytest.raises(OSError, match="yet"):
        request.getfixturevalue("unreliable")
    assert [request.getfixturevalue("unreliable") for _ in range(2)] == [2, 2]
