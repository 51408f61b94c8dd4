"""Length of a run: `--full` for long trials and all tests marked `long`, `--within` for a time limit.

Browser tests parametrized by window size run only in the first size, or in all with `--full`.
"""

from __future__ import annotations

import time
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

_BEGAN: Final = time.monotonic()
_SIZES: Final = frozenset({"size", "sizes", "width", "height"})
"""Parameters of browser tests that name a window."""
_run: Final = {"full": False}


def is_full() -> bool:
    """Return True if this run tries everything at its full length."""
    return _run["full"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the long trials at their full length")
    parser.addoption("--within", type=float, metavar="SECONDS", help="skip what has not begun by then")


def pytest_configure(config: pytest.Config) -> None:
    """Configure Hypothesis: no deadlines, so that a busy machine fails no test.

    Full runs try 2,000 examples instead of 100 where a test sets no number.
    """
    _run["full"] = bool(config.getoption("--full"))
    settings.register_profile("carto", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("full", settings.get_profile("carto"), max_examples=2000)
    settings.load_profile("full" if is_full() else "carto")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect `long` tests and further window sizes, unless `--full` is given."""
    if is_full():
        return
    further = _further_sizes(items)
    kept, long = [], []
    for item in items:
        (long if item in further or item.get_closest_marker("long") else kept).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=long)


def _further_sizes(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the browser tests that differ from an earlier one in nothing but the window."""
    seen, further = set(), set()
    for item in items:
        parameters = getattr(item, "callspec", None) and item.callspec.params
        if not item.get_closest_marker("browser") or not parameters or not _SIZES & parameters.keys():
            continue
        case = (item.nodeid.partition("[")[0], repr([pair for pair in parameters.items() if pair[0] not in _SIZES]))
        if case in seen:
            further.add(item)
        seen.add(case)
    return further


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests once the time of a quick run is up."""
    within = item.config.getoption("--within")
    if within is not None and time.monotonic() - _BEGAN > within:
        pytest.skip(f"not within the {within:g} seconds of a quick run")
