"""Option for a random map sheet: each game draws its own, like one of those that the host could choose."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet_generator import InfeasibleCounts, SheetCounts, check_counts
from games.cartographers.setting_up.player_votes import SHEET_VOTE, sheets_to_choose_from
from games.tables.game import Options

RANDOM_SHEET: Final = "random_sheet"
"""Key of a table's options: the switch."""


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
        raise ValidationError({SHEET_VOTE: _("Players can’t vote on a random map sheet. Turn one option off.")})
    _counts(options, setup)


def _counts(options: Options, setup: Setup) -> tuple[SheetCounts, ...]:
    """Return the counts of the sheets that the host could choose, without those that no fair sheet has."""
    sheets = sheets_to_choose_from(options, setup.definition.sheet)
    counts = tuple(each for each in map(SheetCounts.of, sheets) if _is_feasible(each))
    if not counts:
        words = _("The map sheets of this set are too unusual for random ones. Turn this off or choose another set.")
        raise ValidationError({RANDOM_SHEET: words})
    return counts


def _is_feasible(counts: SheetCounts) -> bool:
    try:
        check_counts(counts)
    except InfeasibleCounts:
        return False
    return True
