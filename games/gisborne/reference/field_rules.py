"""Kinds of fields, bridges and rivers: their names, and rules in short and in full."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.gisborne.tiles import BAR, SLOTS, Mark, Tile


class Feature(StrEnum):
    """Part of a tile that has a rule of its own."""

    VIEWPOINT = Mark.VIEWPOINT.value
    VILLAGE = Mark.VILLAGE.value
    SWAMP = Mark.SWAMP.value
    WOLVES = Mark.WOLVES.value
    BRIDGE = "bridge"
    RIVER = "river"
    BAR = "bar"
    BEACH = "beach"


@dataclass(frozen=True, slots=True)
class FieldRule:
    """Rule of a feature, in short ("" where another chapter has it) and in full."""

    feature: Feature
    name: str | Promise
    full: str | Promise
    short: str | Promise = ""


FIELD_RULES: Final = (
    FieldRule(
        Feature.VIEWPOINT,
        _("Viewpoint"),
        _(
            "If a chip lies there, it goes into your chest and triggers a position scoring. Without a chip, nothing "
            "happens."
        ),
        _("Take the chip that lies there. It triggers a position scoring."),
    ),
    FieldRule(
        Feature.VILLAGE,
        _("Village"),
        _("If you are there when a round begins, you can mix metals in your play, and you draw back 1 card."),
        _("In the next round, you can mix metals, and you draw back 1 card."),
    ),
    FieldRule(
        Feature.SWAMP,
        _("Swamp"),
        _("If you are there when a round begins, you take only half of your steps, rounded down."),
        _("In the next round, you take half as many steps."),
    ),
    FieldRule(
        Feature.WOLVES,
        _("Wolves"),
        _("If you land there, you give up one of your chips. It is out of the game. Without chips, nothing happens."),
        _("Give up one of your chips."),
    ),
    FieldRule(
        Feature.BRIDGE,
        _("Bridge"),
        _(
            "If your move ends on its first field, you go to the field at its other end. This isn’t a step, and "
            "whatever lies between doesn’t matter."
        ),
        _("Cross it if your move ends on its first field."),
    ),
    FieldRule(
        Feature.RIVER,
        _("River"),
        _(
            "It lies between two fields. If you cross it with more than 3 cards in hand, you discard cards of your "
            "choice until 3 are left. All players see these cards."
        ),
        _("Cross it with at most 3 cards in hand. Discard the others."),
    ),
    FieldRule(
        Feature.BAR,
        _("Bar"),
        _("All pawns wait here before their first move. The bar isn’t a field, and it has room for all of them."),
    ),
    FieldRule(
        Feature.BEACH,
        _("Beach"),
        _(
            "A step from the last field leads onto the beach. There the pawn takes the highest free slot. The first "
            "pawn takes the chip worth 4, and this round is the last."
        ),
    ),
)
"""Rules in the order of the rules page."""


def features_of(tile: Tile) -> frozenset[Feature]:
    """Return the features of a tile."""
    marks = {mark for row in tile.rows for mark in row}
    found = {Feature(mark) for mark in tile.marks if mark is not Mark.PLAIN}
    found |= {Feature.BRIDGE} if tile.bridge else set()
    found |= {Feature.RIVER} if tile.rivers else set()
    found |= {Feature.BAR} if BAR in marks else set()
    return frozenset(found | ({Feature.BEACH} if str(SLOTS[0]) in marks else set()))
