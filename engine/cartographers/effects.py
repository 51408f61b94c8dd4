"""Ambush effects as values made of blocks: when a monster acts, what it does, where, how often, and who chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from engine import json_values


class EffectTiming(StrEnum):
    """Moment at which an effect takes place.

    `AT_ONCE` is right after the monster is drawn, `SEASON_END` after each season's scoring, `LAST_SCORING` before the
    scoring of the last season, and `SURROUNDED` when the monster becomes surrounded.
    """

    AT_ONCE = "at_once"
    SEASON_END = "season_end"
    LAST_SCORING = "last_scoring"
    SURROUNDED = "surrounded"


class EffectAction(StrEnum):
    """Action of an effect: on empty spaces, on any space except mountains, landmarks and other lasting ones, on the
    monster itself, which moves one space, or on the owner's coins.
    """

    DESTROY_EMPTY = "destroy_empty"
    DESTROY_ANY = "destroy_any"
    DRAW = "draw_monster"
    MOVE = "move"
    EARN_COINS = "earn_coins"
    LOSE_COINS = "lose_coins"


class EffectArea(StrEnum):
    """Spaces that an effect reaches, seen from the monster's surviving spaces; or a region of the map sheet, wherever
    the monster is; or the direction in which it moves, which is a chosen one for `BESIDE`.
    """

    BESIDE = "beside"
    DIAGONAL = "diagonal"
    ROWS = "rows"
    COLUMNS = "columns"
    REGION_1 = "region_1"
    REGION_2 = "region_2"
    REGION_3 = "region_3"
    REGION_4 = "region_4"
    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class EffectChooser(StrEnum):
    """Seat that chooses the spaces: the map's owner, the seat that drew the monster, or none."""

    NOBODY = "nobody"
    OWNER = "owner"
    DRAWER = "drawer"


COIN_ACTIONS: Final = (EffectAction.EARN_COINS, EffectAction.LOSE_COINS)
"""Actions on coins. The card has the number of coins."""
REGION_AREAS: Final = (EffectArea.REGION_1, EffectArea.REGION_2, EffectArea.REGION_3, EffectArea.REGION_4)
"""Regions of a map sheet, in the order of `REGIONS`."""
DIRECTIONS: Final = (EffectArea.NORTH, EffectArea.EAST, EffectArea.SOUTH, EffectArea.WEST)
"""Directions, in which only a move can go."""


@dataclass(frozen=True, slots=True)
class Effect:
    """Effect of an ambush card, besides being drawn.

    It reaches up to `count` spaces of its area, or every space if `count` is None. If nobody chooses, these are the
    first ones in reading order. Area, count and chooser keep their defaults for an action on coins. A move has the
    count 1, and either a direction as its area or a seat that chooses one.
    """

    timing: EffectTiming
    action: EffectAction
    area: EffectArea = EffectArea.BESIDE
    count: int | None = None
    chooser: EffectChooser = EffectChooser.NOBODY

    @property
    def on_coins(self) -> bool:
        """True if it acts on the coins of the map's owner, not on spaces."""
        return self.action in COIN_ACTIONS

    @property
    def is_chosen(self) -> bool:
        """True if a seat chooses each space."""
        return self.chooser is not EffectChooser.NOBODY

    @property
    def steps(self) -> int:
        """Number of times that the monster acts in a row: once for each space that a seat chooses."""
        return self.count if self.is_chosen and self.count else 1

    @property
    def needs_version_6(self) -> bool:
        """True if only readers of version 6 of the stored form know its blocks."""
        return self.action is EffectAction.MOVE or self.area in REGION_AREAS

    @property
    def is_published(self) -> bool:
        """True if it has a word of its own, like every effect of the Heroes box."""
        return self in _WORDS


REWARD: Final = Effect(EffectTiming.SURROUNDED, EffectAction.EARN_COINS)
SPREAD: Final = Effect(EffectTiming.SEASON_END, EffectAction.DRAW)
DESTROY_EMPTY: Final = Effect(EffectTiming.SEASON_END, EffectAction.DESTROY_EMPTY, count=1, chooser=EffectChooser.OWNER)
DESTROY_ANY: Final = Effect(EffectTiming.AT_ONCE, EffectAction.DESTROY_ANY, count=1, chooser=EffectChooser.DRAWER)

NO_EFFECT: Final = "none"
"""Word for a card without an effect."""

PUBLISHED: Final[Mapping[str, Effect]] = {
    "reward": REWARD,
    "spread": SPREAD,
    "destroy_empty": DESTROY_EMPTY,
    "destroy_any": DESTROY_ANY,
}
"""Effects of the Heroes box, by the word that stands for their blocks in stored cards."""

_WORDS: Final = {effect: word for word, effect in PUBLISHED.items()}
_COIN_BLOCKS: Final = ("when", "what")
_BLOCKS: Final = (*_COIN_BLOCKS, "where", "count", "chooser")


def find_effect_problem(effect: Effect) -> str:
    """Return the block that does not fit the others, or "" if all fit: "when", "what", "where", "count", "chooser"."""
    if effect.timing is EffectTiming.SURROUNDED and effect.action is not EffectAction.EARN_COINS:
        return "what"
    if effect.on_coins:
        if effect.area is not EffectArea.BESIDE:
            return "where"
        if effect.count is not None:
            return "count"
        return "chooser" if effect.is_chosen else ""
    if effect.action is EffectAction.MOVE:
        return _find_move_problem(effect)
    if effect.area in DIRECTIONS:
        return "where"
    if effect.count is None:
        return "count" if effect.is_chosen else ""
    return "" if effect.count else "count"


def _find_move_problem(effect: Effect) -> str:
    if effect.area is not EffectArea.BESIDE and effect.area not in DIRECTIONS:
        return "where"
    if effect.count != 1:
        return "count"
    return "" if effect.is_chosen == (effect.area is EffectArea.BESIDE) else "chooser"


def effect_from_json(value: Any) -> Effect | None:
    """Build an effect from its stored form: a published word, or its blocks. Raises ValueError or KeyError."""
    if isinstance(value, str):
        if value != NO_EFFECT and value not in PUBLISHED:
            raise ValueError(f"must be one of {', '.join((NO_EFFECT, *PUBLISHED))}, or its blocks")
        return PUBLISHED.get(value)
    blocks = json_values.mapping(value)
    timing, action = EffectTiming(blocks["when"]), EffectAction(blocks["what"])
    known = _COIN_BLOCKS if action in COIN_ACTIONS else _BLOCKS
    if unknown := sorted(blocks.keys() - set(known)):
        raise ValueError(f"{unknown[0]}: is no block of this effect")
    effect = Effect(
        timing,
        action,
        EffectArea(blocks.get("where", EffectArea.BESIDE)),
        None if blocks.get("count") is None else json_values.count(blocks["count"]),
        EffectChooser(blocks.get("chooser", EffectChooser.NOBODY)),
    )
    if problem := find_effect_problem(effect):
        raise ValueError(f"{problem}: does not fit the other blocks")
    return effect


def effect_to_json(effect: Effect | None) -> Any:
    """Return the stored form of an effect: its word if it is published, or its blocks."""
    if effect is None:
        return NO_EFFECT
    if effect in _WORDS:
        return _WORDS[effect]
    blocks = {"when": effect.timing.value, "what": effect.action.value}
    if effect.on_coins:
        return blocks
    return blocks | {"where": effect.area.value, "count": effect.count, "chooser": effect.chooser.value}
