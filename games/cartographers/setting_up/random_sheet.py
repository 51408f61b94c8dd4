"""Option for a random map sheet: each game draws its own, like one of those that the host could choose."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet import Sheet
from engine.cartographers.sheet_generator import InfeasibleCounts, SheetCounts, generate_sheet
from engine.randomness import SEED_BYTES, Shuffler
from games.cartographers.setting_up.player_votes import SHEET_VOTE, sheets_to_choose_from
from games.tables.game import Options

RANDOM_SHEET: Final = "random_sheet"
"""Key of a table's options: the switch."""
_TRIED: Final = 40
"""Number of sheets of which one has to be fair. A game draws up to ten times as many, so that it hardly ever fails."""


def has_random_sheet(options: Options) -> bool:
    """Return True if each game with these options draws its own map sheet."""
    return options.get(RANDOM_SHEET) is True


def with_random_sheet(setup: Setup, options: Options) -> Setup:
    """Return the setup with the counts for a sheet of the game's own, if the host wants one. Raises ValidationError."""
    return replace(setup, random_sheet=_counts(options, setup)) if has_random_sheet(options) else setup


def check_random_sheet(options: Options, setup: Setup, seats: int) -> None:
    """Raise ValidationError where no random sheet can be drawn, or several players vote on the sheet."""
    if not has_random_sheet(options):
        return
    if options.get(SHEET_VOTE) is True and seats > 1:
        words = _("Players can’t vote on the map sheet if it’s random. Turn off one of these options.")
        raise ValidationError({SHEET_VOTE: words})
    _counts(options, setup)


def _counts(options: Options, setup: Setup) -> tuple[SheetCounts, ...]:
    """Return the counts of the sheets that the host could choose, without those that hardly any fair sheet has.

    Sheets with landmarks, coin spaces or regions are left out too, because random sheets have none.
    """
    sheets = [sheet for sheet in sheets_to_choose_from(options, setup.definition.sheet) if _is_plain(sheet)]
    counts = tuple(each for each in map(SheetCounts.of, sheets) if _is_feasible(each))
    if not counts:
        words = _(
            "Random map sheets aren’t possible with the map sheets of this set. Turn this option off or choose "
            "another set."
        )
        raise ValidationError({RANDOM_SHEET: words})
    return counts


def _is_plain(sheet: Sheet) -> bool:
    """Return True for a sheet without landmarks, coin spaces and regions."""
    return not (sheet.landmarks or sheet.tolls or any(region.spaces for region in sheet.regions))


@lru_cache(maxsize=256)
def _is_feasible(counts: SheetCounts) -> bool:
    """Return True if a fair sheet with the counts is found soon, with a fixed seed so that it never changes."""
    try:
        generate_sheet(Shuffler(bytes(SEED_BYTES)), counts, id="tried", name="", attempts=_TRIED)
    except InfeasibleCounts:
        return False
    return True
