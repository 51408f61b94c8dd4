"""Refusals of the rules: their codes and the meaning of their spaces."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Refusal(StrEnum):
    """Codes of this game's `RuleViolation`s. The templates hold the texts."""

    GAME_OVER = "game_over"
    TURN_OVER = "turn_over"
    TURN_AHEAD = "turn_ahead"
    ALREADY_DRAWN = "already_drawn"
    NOT_DRAWN = "not_drawn"
    NOT_ASKED = "not_asked"
    NOT_A_TARGET = "not_a_target"
    NOTHING_TO_DRAW = "nothing_to_draw"
    NOTHING_TO_DESTROY = "nothing_to_destroy"
    UNKNOWN_OPTION = "unknown_option"
    TERRAIN_NOT_OFFERED = "terrain_not_offered"
    OFF_MAP = "off_map"
    BLOCKED = "blocked"
    RUINS_REQUIRED = "ruins_required"
    EDGE_REQUIRED = "edge_required"
    MOUNTAIN_REQUIRED = "mountain_required"
    LANDMARK_REQUIRED = "landmark_required"
    REGION_REQUIRED = "region_required"
    EMPTY_REQUIRED = "empty_required"
    TOO_FEW_COINS = "too_few_coins"
    SKILL_NOT_NEEDED = "skill_not_needed"
    SEATS = "seats"
    PRACTICE = "practice"
    EDICTS = "edicts"
    POOL = "pool"
    SEASONS = "seasons"
    SAME_ID = "same_id"
    SINGLES = "singles"
    SHORT_DECK = "short_deck"
    NO_ROOM = "no_room"
    NO_FAIR_SHEET = "no_fair_sheet"
    SKILL_COST = "skill_cost"
    SKILL_NOT_OFFERED = "skill_not_offered"
    SKILL_USED = "skill_used"
    NO_NEXT_CARD = "no_next_card"


class SpacesMeaning(StrEnum):
    """Meaning of the spaces named in a refusal."""

    IN_THE_WAY = "in_the_way"
    """The shape covers these spaces, but none of them may be covered."""
    REQUIRED = "required"
    """At least one of these spaces must be covered."""
    ALLOWED = "allowed"
    """One of these spaces must be chosen."""


SPACES: Mapping[Refusal, SpacesMeaning] = MappingProxyType(
    {
        Refusal.BLOCKED: SpacesMeaning.IN_THE_WAY,
        Refusal.RUINS_REQUIRED: SpacesMeaning.REQUIRED,
        Refusal.REGION_REQUIRED: SpacesMeaning.REQUIRED,
        Refusal.NOT_A_TARGET: SpacesMeaning.ALLOWED,
    }
)
"""Meaning of the spaces in a `RuleViolation`, by code. Codes that are missing here come without spaces."""
