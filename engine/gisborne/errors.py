"""Refusals of the rules."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Codes of this game's `RuleViolation`s. `games.gisborne.words.refusals` has the sentences."""

    GAME_OVER = "game_over"
    ROUND_OVER = "round_over"
    ROUND_AHEAD = "round_ahead"
    ASK_OVER = "ask_over"
    NOT_ASKED = "not_asked"
    ALREADY_LAID = "already_laid"
    NOTHING_LAID = "nothing_laid"
    TOO_MANY = "too_many"
    NOT_IN_HAND = "not_in_hand"
    MIXED_METALS = "mixed_metals"
    ALREADY_SAID = "already_said"
    NOT_ANSWERED = "not_answered"
    SEEN_BEHIND = "seen_behind"
    WRONG_NUMBER = "wrong_number"
    NO_SUCH_CHIP = "no_such_chip"
    NOT_OFFERED = "not_offered"
    SEATS = "seats"
    SAME_ID = "same_id"
    TILES = "tiles"
    CHIPS = "chips"
    PLACES = "places"
    LIMITS = "limits"
    SHORT_DECK = "short_deck"
