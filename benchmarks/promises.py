"""Measurements compared with promises, on a machine of any speed.

The rule: milliseconds are promised for a machine that runs `_loop` in `REFERENCE` seconds. On one that is N times as
slow they are promised N times; a faster one has to keep the same milliseconds. Ratios and counts are promised as they
are. A rented machine is now quick and now slow, within seconds, so its speed is looked at again and again while
something is measured, and N is the median.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Final

REFERENCE: Final = 0.024
"""Seconds for a million additions: two cores of a rented machine, CPython 3.11, on which the promises were made."""
ADDITIONS: Final = 1_000_000
TRIES: Final = 3
"""The quickest one counts of each look: what runs beside it for a moment is not the machine."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure in `unit`, and the most that is promised of it, with `least` the least; None where it is only told."""

    name: str
    figure: float
    unit: str
    promised: float | None = None
    least: bool = False

    def bound(self, slowness: float) -> float | None:
        """Return the promise for a machine that is so many times as slow as the reference."""
        if self.promised is None or self.unit != "ms":
            return self.promised
        return self.promised * slowness

    def met(self, slowness: float) -> bool:
        """True if the promise is kept or there is none."""
        bound = self.bound(slowness)
        return bound is None or (self.figure >= bound if self.least else self.figure <= bound)


class Watch:
    """Slowness of the machine during a measurement, which has to call `look` now and then."""

    def __init__(self) -> None:
        self._loops: list[float] = []
        self.look()

    def look(self) -> float:
        """Measure the machine, which takes a tenth of a second, and return its slowness at this moment."""
        self._loops.append(min(_loop() for _ in range(TRIES)))
        return self._loops[-1] / REFERENCE

    @property
    def slowness(self) -> float:
        """Factor by which this machine is slower than the reference, at least 1: the median of all looks."""
        return max(1.0, median(self._loops) / REFERENCE)


def _loop() -> float:
    """Processor time of a million additions."""
    begin, total = process_time(), 0
    for number in range(ADDITIONS):
        total += number
    return process_time() - begin


def report(measured: Sequence[Measured], times_as_slow: float) -> tuple[str, bool]:
    """The figures in lines, and whether all promises are kept."""
    head = (
        f"This machine is {times_as_slow:.2f} times as slow as the reference; milliseconds are promised so many times."
    )
    lines = [_row(measure, times_as_slow) for measure in measured]
    return "\n".join([head, *lines]), all(measure.met(times_as_slow) for measure in measured)


def _row(measure: Measured, times_as_slow: float) -> str:
    bound = measure.bound(times_as_slow)
    verdict = ""
    if bound is not None:
        outcome = "met" if measure.met(times_as_slow) else "missed"
        verdict = f"at {'least' if measure.least else 'most'} {bound:g} {measure.unit}".rstrip() + f": {outcome}"
    return f"{measure.name:66} {measure.figure:8.{1 if measure.unit else 0}f} {measure.unit:6} {verdict}".rstrip()
