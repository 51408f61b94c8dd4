"""Baseline players of the benchmark, and the table in docs/engine.md."""

import re

import pytest

from benchmarks.baselines import PLACEMENTS, PLAYS, Case, cartographers_cases, gisborne_cases, mean_scores, table
from tests.engine.test_docs import ENGINE


def _cases() -> list[Case]:
    return [*cartographers_cases(), *gisborne_cases()]


@pytest.mark.parametrize("case", [case for case in _cases() if case.seats != 1], ids=lambda case: case.name)
def test_every_baseline_plays_a_whole_game(case: Case) -> None:
    for baseline in PLAYS if case.name.startswith("gisborne") else PLACEMENTS:
        assert list(mean_scores(case, baseline.make, 1)) == list(mean_scores(case, baseline.make, 1))


def test_a_table_has_a_row_for_each_case_and_a_column_for_each_player() -> None:
    head, rule, row = table(gisborne_cases()[:1], PLAYS[:2], 2)
    assert head == "| preset, seats | stand-in | random |"
    assert rule == "| --- | --- | --- |"
    assert re.fullmatch(r"\| gisborne, 3 \| \d+\.\d ± \d+\.\d \| \d+\.\d ± \d+\.\d \|", row)


def test_the_page_has_every_case_and_player() -> None:
    part = ENGINE.partition("### Baselines\n")[2].partition("\n## ")[0]
    assert [case.name for case in _cases() if f"\n| {case.name} | " not in part] == []
    for baselines in (PLACEMENTS, PLAYS):
        assert f"| preset, seats | {' | '.join(each.name for each in baselines)} |" in part
