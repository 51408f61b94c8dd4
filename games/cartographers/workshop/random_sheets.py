"""Random map sheets of the workshop: several from one seed, of which quick games find the one most like sheet A.

The games of all sheets have the same edicts and decks. They are a balance test of the draft, played in background
tasks; nothing is saved in the draft itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from statistics import mean, stdev
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.bounds import LEAST_EMPTY_AT_RANDOM, RANDOM_SHEET_COUNTS, Bounds
from engine.cartographers.mixing.library import published_library
from engine.cartographers.sheet import Sheet
from engine.cartographers.sheet_generator import CountsProblem, InfeasibleCounts, SheetCounts, generate_sheet
from engine.cartographers.terrain import Feature
from engine.randomness import Shuffler
from games.cartographers.map.boards import Patch, patches
from games.cartographers.words.names import terrain_label
from games.cartographers.words.shapes import sheet_counts
from games.cartographers.workshop.balance_tests import ending_of, play_on_sheet
from games.catalog.balance_tests import TrialProgress, begin_trial, find_trial, progress_of, results_of
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data

SHEETS: Final = 5
"""Number of sheets from one seed."""
GAMES: Final = 30
"""Number of quick games on each sheet, and on sheet A."""
SEEDS: Final = Bounds(1, 999_999_999)
PREFIX: Final = "random"
RANDOM_SHEETS: Final = "random_sheets"
"""Kind of these tests, which leave those of the draft itself alone."""
_STARS_BAND: Final = 10
"""Maximum difference of the mean stars from sheet A's. Those of the other printed sheets differ by up to 5."""
_SPREAD_BAND: Final = 1.4
"""Maximum ratio between the standard deviations."""

_FEATURES: Final[Mapping[str, Feature]] = {
    "mountains": Feature.MOUNTAIN,
    **{name: Feature.from_word(name) for name in RANDOM_SHEET_COUNTS if name != "mountains"},
}
"""Features by the names of the counts."""


class RandomSheetForm(forms.Form):
    """Counts and seed of a random sheet. Empty counts are those of sheet A, and an empty seed is a new one."""

    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy(
            "The same seed and counts always give the same map sheet. Leave the seed empty for a new one."
        ),
        min_value=SEEDS.least,
        max_value=SEEDS.most,
        required=False,
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, prefix=PREFIX, initial=asdict(SheetCounts()))
        for name, bounds in RANDOM_SHEET_COUNTS.items():
            field = forms.IntegerField(
                label=terrain_label(_FEATURES[name]), min_value=bounds.least, max_value=bounds.most, required=False
            )
            self.fields[name] = field

    @property
    def counts(self) -> SheetCounts:
        """Return the counts; valid forms only."""
        printed = asdict(SheetCounts())
        given = {name: self.cleaned_data.get(name) for name in RANDOM_SHEET_COUNTS}
        return SheetCounts(**{name: printed[name] if count is None else count for name, count in given.items()})

    @property
    def count_fields(self) -> list[forms.BoundField]:
        """Fields of the counts."""
        return [self[name] for name in RANDOM_SHEET_COUNTS]

    def check_feasible(self, seed: int) -> bool:
        """Return True if all sheets of a seed can be drawn, and add an error otherwise."""
        try:
            for number in range(SHEETS):
                random_sheet(seed, number, self.counts)
        except InfeasibleCounts as error:
            self.add_error(None, ValidationError(_PROBLEMS[error.problem] % {"least": LEAST_EMPTY_AT_RANDOM}))
            return False
        return True


_PROBLEMS: Final[Mapping[CountsProblem, str | Promise]] = {
    CountsProblem.OUT_OF_BOUNDS: gettext_lazy("These counts aren’t possible. Enter lower numbers."),
    CountsProblem.TOO_FEW_EMPTY: gettext_lazy(
        "These counts leave fewer than %(least)s empty spaces. Enter lower numbers."
    ),
    CountsProblem.NOT_FOUND: gettext_lazy("No fair map sheet with these counts was found. Enter lower numbers."),
}


@lru_cache(maxsize=64)
def random_sheet(seed: int, number: int, counts: SheetCounts) -> Sheet:
    """Return a sheet of a seed by its number from 0. Raises InfeasibleCounts."""
    rng = Shuffler(hashlib.sha256(f"random sheet {seed}".encode()).digest())
    return generate_sheet(rng, counts, id="random", name="", label=f"random sheet {number}")


def start_random_sheet_test(entry: CatalogEntry, seed: int, counts: SheetCounts) -> None:
    """Queue the quick games on sheet A and the sheets of a seed."""
    begin_trial(entry=entry, tried=_tried(seed, counts), games=(1 + SHEETS) * GAMES, kind=RANDOM_SHEETS)


def is_random_sheet_test(tried: Data) -> bool:
    """Return True for a test of random sheets."""
    return "random_sheet" in tried


def play_random_sheet(tried: Data, number: int) -> list[int]:
    """Play a game of a test: those on sheet A come first, then those on each sheet."""
    at, game = divmod(number, tried["games"])
    if not at:
        return list(_game_on_sheet_a(game))
    return ending_of(play_on_sheet(random_sheet(tried["random_sheet"], at - 1, SheetCounts(**tried["counts"])), game))


@lru_cache(maxsize=GAMES)
def _game_on_sheet_a(number: int) -> tuple[int, ...]:
    return tuple(ending_of(play_on_sheet(next(iter(published_library().cartographers.sheets.values())), number)))


class Verdict(StrEnum):
    """Result of the comparison with sheet A."""

    CLOSE = "close"
    HIGHER = "higher"
    LOWER = "lower"
    ERRATIC = "erratic"


@dataclass(frozen=True, slots=True)
class RandomSheetTest:
    """Test of the sheets of a seed: its progress, and after the last game the chosen sheet.

    `number` is that of the chosen sheet, from 1. `stars` and `spread` are mean and standard deviation of its games, and
    `printed_stars` and `printed_spread` those of sheet A.
    """

    pk: int
    seed: str
    progress: TrialProgress
    sheet: Sheet | None = None
    number: int = 0
    stars: float = 0
    spread: float = 0
    printed_stars: float = 0
    printed_spread: float = 0

    @property
    def verdict(self) -> Verdict:
        """Comparison of the chosen sheet with sheet A."""
        difference = self.stars - self.printed_stars
        if abs(difference) > _STARS_BAND:
            return Verdict.HIGHER if difference > 0 else Verdict.LOWER
        low, high = sorted((self.spread, self.printed_spread))
        return Verdict.CLOSE if high <= low * _SPREAD_BAND else Verdict.ERRATIC

    @property
    def board(self) -> tuple[Patch, ...]:
        """Small map of the chosen sheet."""
        assert self.sheet is not None
        return patches(Board.of_sheet(self.sheet))

    @property
    def name(self) -> str:
        """Label of the small map."""
        return _("Random map sheet")

    @property
    def counts(self) -> str:
        """Sentence with what is printed on the chosen sheet."""
        assert self.sheet is not None
        return sheet_counts(self.sheet)

    @property
    def sentence(self) -> str:
        """Sentence on the comparison."""
        return str(_VERDICTS[self.verdict])


_VERDICTS: Final[Mapping[Verdict, str | Promise]] = {
    Verdict.CLOSE: gettext_lazy("Fair: final scores are similar to those on sheet A."),
    Verdict.HIGHER: gettext_lazy("Easier: final scores are much higher than on sheet A."),
    Verdict.LOWER: gettext_lazy("Harder: final scores are much lower than on sheet A."),
    Verdict.ERRATIC: gettext_lazy("Unusual: final scores vary much more or much less than on sheet A."),
}


def random_sheet_test_of(entry: CatalogEntry, form: RandomSheetForm) -> RandomSheetTest | None:
    """Return the test of the sheets of a form's seed, or None if there is none."""
    seed = form.cleaned_data.get("seed") if form.is_valid() else None
    trial = find_trial(entry, _tried(seed, form.counts)) if seed else None
    if seed is None or trial is None:
        return None
    progress = progress_of([trial])
    if trial.ended_at is None:
        return RandomSheetTest(entry.pk, str(seed), progress)
    games = trial.outcome["tried"]["games"]
    stars = [result[0] for result in results_of(trial)]
    (printed_stars, printed_spread), *figures = [
        _mean_and_spread(stars[begin : begin + games]) for begin in range(0, len(stars), games)
    ]
    at = min(
        range(len(figures)),
        key=lambda at: abs(figures[at][0] - printed_stars) + abs(figures[at][1] - printed_spread),
    )
    sheet = random_sheet(seed, at, form.counts)
    return RandomSheetTest(entry.pk, str(seed), progress, sheet, at + 1, *figures[at], printed_stars, printed_spread)


def _mean_and_spread(stars: Sequence[int]) -> tuple[float, float]:
    return mean(stars), stdev(stars)


def _tried(seed: int, counts: SheetCounts) -> Data:
    return {"random_sheet": seed, "counts": asdict(counts), "games": GAMES}
