"""Two ways of doing one thing, timed in turns, and the table of how many times faster one of them is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time

ROUNDS = 7
"""Interleaved pairs of measurements; their median counts."""

LEAST_SECONDS = 0.02
"""A pass that is quicker is repeated within a measurement until it takes this long."""

Pass = Callable[[], object]
"""Does the whole work once, over all inputs."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The fast and the slow way to do the same on the same `inputs`; `goal` and `floor` are times faster, 0 where the
    figure is only told.
    """

    name: str
    fast: Pass
    slow: Pass
    inputs: int
    goal: float
    floor: float


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a measurement: `fast` and `slow` in microseconds an input, `figure` and its bounds in `unit`."""

    name: str
    fast: float | None
    slow: float | None
    figure: float
    goal: float
    floor: float
    unit: str
    verdict: str


def compare(comparison: Comparison) -> Result:
    """The median ratio of interleaved pairs, in processor time."""
    fast_passes, slow_passes = _passes(comparison.fast), _passes(comparison.slow)
    pairs = [(_seconds(comparison.slow, slow_passes), _seconds(comparison.fast, fast_passes)) for _ in range(ROUNDS)]
    ratio = median(slow / fast for slow, fast in pairs)
    slow, fast = (median(side) * 1e6 / comparison.inputs for side in zip(*pairs, strict=True))
    return Result(
        comparison.name, fast, slow, ratio, comparison.goal, comparison.floor, "x", verdict(ratio, comparison)
    )


def verdict(ratio: float, comparison: Comparison) -> str:
    """In a word: whether the goal is met, at least the floor, or neither."""
    if not comparison.goal:
        return ""
    return "met" if ratio >= comparison.goal else "floor" if ratio >= comparison.floor else "missed"


def _passes(work: Pass) -> int:
    """Return the number of passes for one measurement. The trial passes also warm up caches that may be warm."""
    passes = 1
    while (seconds := _seconds(work, passes) * passes) < LEAST_SECONDS:
        passes = max(passes + 1, round(passes * 1.2 * LEAST_SECONDS / max(seconds, 1e-6)))
    return passes


def _seconds(work: Pass, passes: int) -> float:
    """Processor time of one pass, the mean of several."""
    begin = process_time()
    for _ in range(passes):
        work()
    return (process_time() - begin) / passes


def table(results: Sequence[Result]) -> str:
    """The results in columns."""
    width = max(len(result.name) for result in results)
    head = f"{'':{width}}  {'oracle us':>10}  {'engine us':>10}  {'measured':>9}  {'goal':>7}  {'floor':>7}"
    return "\n".join([head, *(_row(result, width) for result in results)])


def _row(result: Result, width: int) -> str:
    times = "  ".join("" if time is None else f"{time:10.2f}" for time in (result.slow, result.fast))
    bounds = "  ".join((f"{bound:g}{result.unit}" if bound else "").rjust(7) for bound in (result.goal, result.floor))
    figure = f"{result.figure:.0f}{result.unit}"
    return f"{result.name:{width}}  {times:22}  {figure:>9}  {bounds}  {result.verdict}".rstrip()


def as_data(results: Sequence[Result]) -> list[dict[str, object]]:
    """The results for JSON."""
    return [asdict(result) for result in results]
