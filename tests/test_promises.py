"""Benchmark promises, and their dependence on the machine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.promises import Measured, report

ROOT = Path(__file__).resolve().parent.parent


def test_milliseconds_are_promised_for_the_machine_at_hand() -> None:
    drawn = Measured("drawn", 150, "ms", 100)
    assert (drawn.met(1), drawn.met(1.5)) == (False, True)


def test_ratios_and_counts_are_promised_as_they_are() -> None:
    assert not Measured("growth", 1.5, "times", 1.3).met(2)
    assert not Measured("refused", 1, "", 0).met(2)


def test_of_some_figures_the_least_is_promised() -> None:
    assert Measured("carried", 30, "/s", 25, least=True).met(1)
    assert not Measured("carried", 20, "/s", 25, least=True).met(1)


def test_a_report_says_what_is_missed() -> None:
    text, met = report([Measured("drawn", 150, "ms", 100), Measured("told", 7, "")], 1.2)
    assert not met
    assert [" ".join(line.split()) for line in text.splitlines()[1:]] == [
        "drawn 150.0 ms at most 120 ms: missed",
        "told 7",
    ]


@pytest.mark.parametrize("name", ["live", "load", "felt", "first", "hundred"])
def test_benchmarks_of_served_sites_load_without_settings(name: str) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    load = [sys.executable, "-c", f"import benchmarks.{name}"]
    run = subprocess.run(load, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
