"""The mixes that a host can take as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.cartographers.catalog import Edition
from engine.cartographers.mixing.mix import Box, Boxes, Mix, Preset

FIRST_GAME_EDICTS = ("faunlost_thicket", "gnomish_colony", "ulems_wallow", "dwarvenholds")
"""Edicts A to D that the Heroes box recommends for a first game."""

FIRST_GAME_EDICTS_IN_PREVIEW = ("faunlost_thicket", "traylo_monastery", "ulems_wallow", "dwarvenholds")
"""The same for the English preview rulebook."""

_CARTOGRAPHERS = Mix(sheet="A", preset=Preset.CARTOGRAPHERS)

_HEROES = Mix(
    sheet="C",
    preset=Preset.HEROES,
    deck=Box.HEROES,
    seasons=Box.HEROES,
    ambushes=Boxes.HEROES,
    heroes=True,
    pool=Boxes.HEROES,
)

# Uses the original deck, which most players know, with its two ruins cards, and adds everything else from the Heroes
# box. That includes the sheet and the shorter seasons made for heroes and for monsters with effects.
_BOTH = Mix(
    sheet="C",
    preset=Preset.BOTH,
    deck=Box.CARTOGRAPHERS,
    seasons=Box.HEROES,
    ambushes=Boxes.BOTH,
    heroes=True,
    pool=Boxes.BOTH,
)

PRESETS: Mapping[Preset, Mix] = MappingProxyType(
    {
        Preset.CARTOGRAPHERS: _CARTOGRAPHERS,
        Preset.HEROES: _HEROES,
        Preset.BOTH: _BOTH,
        Preset.FIRST_GAME: replace(_HEROES, preset=Preset.FIRST_GAME, edicts=FIRST_GAME_EDICTS),
    }
)
"""Named mixes."""


def first_game(edition: Edition) -> Mix:
    """Return the mix for a first game of Heroes, with the edicts and the cards of an edition."""
    edicts = FIRST_GAME_EDICTS_IN_PREVIEW if edition is Edition.PREVIEW else FIRST_GAME_EDICTS
    return replace(PRESETS[Preset.FIRST_GAME], edition=edition, edicts=edicts)
