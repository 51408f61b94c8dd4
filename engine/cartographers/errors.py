"""Why the rules refuse."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """The codes of this game's `RuleViolation`s; the templates have the words."""

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
    SEATS = "seats"
    EDICTS = "edicts"
    POOL = "pool"
    SEASONS = "seasons"
    SAME_ID = "same_id"
    SINGLES = "singles"
    SHORT_DECK = "short_deck"
    NO_ROOM = "no_room"
