"""How long a run is: `--full` for trials at the length that the product promises, `--within` for work in between."""

from __future__ import annotations

import time
from typing import Final

import pytest

_BEGAN: Final = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the long trials at their full length")
    parser.addoption("--within", type=float, metavar="SECONDS", help="skip what has not begun by then")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what a quick run has no time for."""
    within = item.config.getoption("--within")
    if within is not None and time.monotonic() - _BEGAN > within:
        pytest.skip(f"not within the {within:g} seconds of a quick run")


def trial(config: pytest.Config, short: int, full: int) -> int:
    """How often a long trial does what it tries: `short` beside everything else, `full` with `--full`."""
    return full if config.getoption("--full") else short
