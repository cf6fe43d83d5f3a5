"""Tests that take long and rarely decide, marked `nightly`: they are left out, unless FIRESTEEL_NIGHTLY is set or a
test is named."""

import os

import pytest


def pytest_configure(config):
    config.addinivalue_line("markers", "nightly: the test takes long and rarely decides")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if os.environ.get("FIRESTEEL_NIGHTLY") or any("::" in argument for argument in config.args):
        return
    left_out = [item for item in items if item.get_closest_marker("nightly")]
    items[:] = [item for item in items if not item.get_closest_marker("nightly")]
    config.hook.pytest_deselected(items=left_out)
