"""Daily map of Cartographers: its sets by weekday, its map sheets, and its text to share."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.game import RULES
from engine.cartographers.geometry import SIZE, space, space_bit
from engine.cartographers.state import State
from engine.cartographers.terrain import Feature
from engine.contract import Seat
from games.cartographers.setting_up.set_choice import SetChoice
from games.cartographers.setting_up.set_offers import OWN, every_set, set_key
from games.cartographers.shelf.published_sets import playable_sets
from games.play.words import number_text
from games.tables.daily import DailyDeal
from games.tables.game import Options

_BASE, _HEROES, _BOTH = "cartographers", "heroes", "both"
_SETS: Final = (_BASE, _HEROES, _BASE, _BOTH, _BASE, _HEROES, _BOTH)
_SQUARES: Final = {
    Feature.FOREST: "🟩",
    Feature.VILLAGE: "🟥",
    Feature.FARM: "🟨",
    Feature.WATER: "🟦",
    Feature.MONSTER: "🟪",
    Feature.HERO: "🟧",
    Feature.MOUNTAIN: "🟫",
    Feature.EMPTY: "⬜",
}
_OTHER: Final = "⬛"
"""Square of a destroyed space and of wasteland."""


def _choices() -> list[tuple[str, str | Promise]]:
    """Return the sets of the boxes and the published sets. A mix has no cards of its own to choose."""
    return [(key, name) for key, name in every_set() if key != OWN]


def _options(key: str, day: date) -> Options:
    """Return the options of a set on a day, whose sheets take turns. Raises ValidationError."""
    found = next((one for one in playable_sets().values() if set_key(one.stored.ref) == key), None)
    if found is None:
        raise ValidationError(_("This set isn’t available. Choose another."))
    sheets = found.filled.sheets
    # Each set comes around on the same weekdays, so sheets change by week.
    week = day.toordinal() // 7
    return SetChoice(found.stored.ref, found.stored.version, sheets[week % len(sheets)].id).as_json()


def _share_lines(state: State, seat: Seat) -> list[str]:
    """Return the stars by season, then the map in colored squares."""
    view = RULES.view(state, seat)
    first, *others = (scores[seat].total for scores in view.scores)
    seasons = number_text(first) + "".join(f" {'−' if stars < 0 else '+'} {abs(stars)}" for stars in others)
    return [seasons, *_squares(view.boards[seat])]


def _squares(board: Board) -> list[str]:
    rows = [[board.feature_at(space_bit(space(row, column))) for column in range(SIZE)] for row in range(SIZE)]
    return ["".join(_SQUARES.get(feature, _OTHER) for feature in row) for row in rows]


DAILY: Final = DailyDeal(
    gettext_lazy("Daily map"), gettext_lazy("Daily map, %(day)s"), _SETS, _choices, _options, _share_lines
)
