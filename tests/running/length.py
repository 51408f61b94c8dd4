"""How long a run is: `--full` for long trials and all tests marked `long`, `--within` for work in between."""

from __future__ import annotations

import time
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

_BEGAN: Final = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the long trials at their full length")
    parser.addoption("--within", type=float, metavar="SECONDS", help="skip what has not begun by then")


def pytest_configure(config: pytest.Config) -> None:
    """Set up hypothesis: a busy machine fails no test, and at full length tests that name no number of examples
    try 2,000 instead of 100.
    """
    settings.register_profile("carto", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("full", settings.get_profile("carto"), max_examples=2000)
    settings.load_profile("full" if config.getoption("--full") else "carto")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, and count as deselected, what is marked `long`, unless all is asked for."""
    if config.getoption("--full"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    items[:] = [item for item in items if not item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what a quick run has no time for."""
    within = item.config.getoption("--within")
    if within is not None and time.monotonic() - _BEGAN > within:
        pytest.skip(f"not within the {within:g} seconds of a quick run")
