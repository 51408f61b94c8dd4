"""Speed of the rules engine, as a ratio to the simple oracle of the tests in the same run.

    python -m benchmarks.engine [--json] [--only LINE ...]

Every figure is the median ratio of seven interleaved pairs of measurements in processor time. Both sides do the same
work on the same seeded random inputs: 64 boards a measurement (five undrawn ones with every shape for the empty maps),
twelve games for the lines about games; their results are held against each other before they are timed. Memoised
clusters are forgotten before each pass, so that no board is met warm; what is made once for all (the placements of a
shape) is warm. Exit status 1 if a floor is missed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from statistics import median

from benchmarks.comparisons import (
    any_legal,
    checked,
    decoding,
    fold,
    heroes_scoring,
    listing,
    random_game,
    random_heroes_game,
    replaying,
    scoring,
)
from benchmarks.measuring import ROUNDS, Comparison, Result, as_data, compare, table
from benchmarks.moves import greedy_move, trying
from benchmarks.subjects import EMPTY_MAPS, Twin, twins

IMPORT = (
    "import time; begin = time.process_time(); import engine.cartographers.game; print(time.process_time() - begin)"
)
IMPORT_MILLISECONDS = 100


WITHOUT = ("lost_barony",)
COMPARISONS: tuple[Callable[[], Comparison], ...] = (
    lambda: listing("list placements, empty maps", [Twin.of(text) for text in EMPTY_MAPS], 19, 55, 30),
    lambda: listing("list placements, half-filled maps", twins(2, 64, (0.5, 0.5)), 4, 70, 35),
    any_legal,
    lambda: scoring("score 16 cards, contributions"),
    lambda: scoring("  the same without Lost Barony", WITHOUT),
    lambda: greedy_move("one greedy move"),
    lambda: greedy_move("  the same without Lost Barony", WITHOUT),
    trying,
    random_game,
    lambda: replaying("plain fold, solo games", fold, 1, 120, 90),
    lambda: replaying("full check, solo games", checked, 1, 45, 30),
    lambda: replaying("full check, 1 to 4 seats", checked, 4, 45, 30),
    lambda: decoding("decode records, 1 to 4 seats", 4, 45, 30),
    heroes_scoring,
    random_heroes_game,
)
"""Everything with a goal, in the order of the table."""


def import_time() -> Result:
    """The median processor time that importing the whole engine takes in a fresh process, in milliseconds."""
    took = median(_import_once() for _ in range(ROUNDS))
    verdict = "met" if took <= IMPORT_MILLISECONDS else "missed"
    return Result("import of the engine", None, None, took, IMPORT_MILLISECONDS, IMPORT_MILLISECONDS, "ms", verdict)


def _import_once() -> float:
    run = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True)
    return float(run.stdout) * 1000


def main() -> int:
    """Measure, print, and say by the exit status whether every floor holds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON instead of a table")
    parser.add_argument("--only", metavar="N", type=int, nargs="+", help="lines of the table, from 1")
    arguments = parser.parse_args()
    chosen = [COMPARISONS[number - 1] for number in arguments.only] if arguments.only else COMPARISONS
    results = [*(compare(make()) for make in chosen), *(() if arguments.only else (import_time(),))]
    print(json.dumps(as_data(results), indent=2) if arguments.json else table(results))
    return any(result.verdict == "missed" for result in results)


if __name__ == "__main__":
    sys.exit(main())
