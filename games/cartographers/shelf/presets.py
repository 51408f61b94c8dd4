"""The mixes that are offered by name, which are sets to who looks for one: what is in each, and where that is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.cartographers.labels import NO_LABELS
from engine.cartographers.mixing.build import definition_of
from engine.cartographers.mixing.library import Library
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.cartographers.shelf.components import FilledSet, Piece
from games.cartographers.shelf.mixes import PRESET_NAMES, problems
from games.cartographers.shelf.sets import CardSet

OFFERED: Final = (
    (Preset.CARTOGRAPHERS, PRESET_NAMES[Preset.CARTOGRAPHERS], gettext_lazy("The original game, on map sheet A."), ()),
    (
        Preset.HEROES,
        PRESET_NAMES[Preset.HEROES],
        gettext_lazy("With heroes and monster effects, on map sheet C."),
        ("hero",),
    ),
    (
        Preset.BOTH,
        PRESET_NAMES[Preset.BOTH],
        gettext_lazy("The Cartographers deck with heroes, all monsters and all scoring cards."),
        ("monster", "hero"),
    ),
    (
        Preset.FIRST_GAME,
        PRESET_NAMES[Preset.FIRST_GAME],
        gettext_lazy("Cartographers Heroes with the edicts recommended for a first game."),
        ("star",),
    ),
    (
        Preset.OWN,
        gettext_lazy("Custom mix"),
        gettext_lazy("Choose cards, map sheet and rules under “More options”."),
        ("quill",),
    ),
)
"""Mixes with their names, a sentence about each, and the glyphs of its picture."""


def preset_url(preset: Preset) -> str:
    """Return the address of a preset's page."""
    return reverse("cartographers:preset", args=[preset.value])


def preset_of(key: str) -> Preset | None:
    """The mix that is called so, None for none."""
    return next((preset for preset in PRESETS if preset.value == key), None)


def filled_preset(preset: Preset, shelf: Library) -> FilledSet:
    """A mix as a set with its cards, which must be playable."""
    definition = definition_of(PRESETS[preset], shelf)
    return FilledSet(
        card_set=CardSet(preset.value, str(PRESET_NAMES[preset]), {}, None, None, NO_LABELS),
        seasons=definition.seasons,
        explore=definition.explore,
        ruins=definition.ruins,
        ambushes=definition.ambushes,
        heroes=definition.heroes,
        scoring=definition.pool,
        sheets=(definition.sheet,),
        missing=(),
    )


def presets_with(piece: Piece, shelf: Library) -> Iterator[Preset]:
    """The mixes that can be played and have a card or a sheet."""
    for preset, mix in PRESETS.items():
        if not problems(mix, shelf):
            of = filled_preset(preset, shelf)
            if piece in (*of.explore, *of.ruins, *of.ambushes, *of.heroes, *of.scoring, *of.sheets):
                yield preset
