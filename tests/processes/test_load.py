"""The client of the load benchmark, at a single server process."""

from collections.abc import Callable

import pytest

from benchmarks.cluster import begin_tables
from benchmarks.load import trend
from benchmarks.load_client import Step
from benchmarks.load_run import RunningClient
from tests.processes.site import Site

SECONDS = 120
"""Far more than the drawings of a step take; a step that is cut short fails the test."""


@pytest.mark.usefixtures("migrated_folder")
def test_client_plays_at_all_tables_and_reports_each_step(start_site: Callable[..., Site]) -> None:
    site = start_site()
    *played, idle = begin_tables(site.environment, 3)
    with RunningClient(site.url, played, {idle.code: 2}) as client:
        steps = [client.take(Step(SECONDS, rate=20, drawings=8)) for _ in range(2)]
    assert client.pages == 2 * 4 + 2
    assert [(step.errors, step.refused, step.problems) for step in steps] == [(0, 0, [])] * 2
    assert all(len(step.answers) >= 8 and step.transferred for step in steps)
    assert sum(len(step.reveals) for step in steps) >= 1


@pytest.mark.long
@pytest.mark.usefixtures("migrated_folder")
def test_client_plays_again_when_a_game_is_over(start_site: Callable[..., Site]) -> None:
    site = start_site()
    with RunningClient(site.url, begin_tables(site.environment, 1), {}) as client:
        step = client.take(Step(SECONDS, rate=100, drawings=160))
    assert (step.rematches, step.errors, step.problems) == (1, 0, [])


def test_trend_is_the_growth_along_the_best_line() -> None:
    assert trend([100, 100, 100]) == 0
    assert trend([90, 100, 110]) == pytest.approx(20)
    assert trend([100, 130, 100]) == 0
