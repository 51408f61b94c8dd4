"""Comparison of a game's cards with the published ones.

A record holds its own cards and could hold any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

from engine.cartographers.catalog import Catalog, Edition, cartographers, heroes
from engine.cartographers.events import Definition


class Pile(StrEnum):
    """Part of a definition, named like its field there."""

    SHEET = "sheet"
    SEASONS = "seasons"
    EXPLORE = "explore"
    RUINS = "ruins"
    AMBUSHES = "ambushes"
    HEROES = "heroes"
    POOL = "pool"
    COIN_TRACK = "coin_track"


@dataclass(frozen=True, slots=True)
class Deviation:
    """Difference from the published cards: an entry by id, or "" if all entries are published but no choice of boxes
    has this set.
    """

    pile: Pile
    id: str = ""


_COIN_TRACK: Final = next(entry.default for entry in fields(Definition) if entry.name == Pile.COIN_TRACK)


def find_deviations(definition: Definition) -> tuple[Deviation, ...]:
    """Return all differences of a game from the published cards, pile by pile.

    Empty for a game of the boxes in any mix and any edition. See docs/record.md for the consequences.
    """
    base, printed, *others = cartographers(), *map(heroes, Edition)
    sheets = [sheet for box in (base, printed) for sheet in box.sheets.values()]
    all_departures = [] if definition.sheet in sheets else [Deviation(Pile.SHEET, definition.sheet.id)]
    for pile in (Pile.SEASONS, Pile.EXPLORE):
        all_departures += _find_pile_deviations(pile, definition, [_pile(box, pile) for box in (base, printed)])
    for pile in (Pile.RUINS, Pile.HEROES):
        all_departures += _find_pile_deviations(pile, definition, [(), *(_pile(box, pile) for box in (base, printed))])
    for pile in (Pile.AMBUSHES, Pile.POOL):
        first = _pile(base, pile)
        seconds = [_pile(box, pile) for box in (printed, *others)]
        all_departures += _find_pile_deviations(
            pile, definition, [first, *seconds, *((*first, *second) for second in seconds)]
        )
    if definition.coin_track != _COIN_TRACK:
        all_departures.append(Deviation(Pile.COIN_TRACK))
    return tuple(all_departures)


def _pile(box: Catalog, pile: Pile) -> tuple[Any, ...]:
    match pile:
        case Pile.POOL:
            return tuple(box.scoring.values())
        case Pile.SEASONS:
            return box.seasons
        case _:
            return tuple(getattr(box, pile).values())


def _find_pile_deviations(pile: Pile, definition: Definition, choices: Sequence[tuple[Any, ...]]) -> list[Deviation]:
    """Compare with `choices`, the piles of boxes."""
    played = getattr(definition, pile)
    known = [entry for choice in choices for entry in choice]
    strange = [Deviation(pile, entry.id) for entry in played if entry not in known]
    if strange or any(_same(played, choice) for choice in choices):
        return strange
    return [Deviation(pile)]


def _same(played: Iterable[Any], choice: Iterable[Any]) -> bool:
    """Return True if two piles hold the same entries, in any order."""
    return sorted(played, key=_id) == sorted(choice, key=_id)


def _id(entry: Any) -> str:
    return str(entry.id)
