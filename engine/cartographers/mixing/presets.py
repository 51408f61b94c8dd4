"""Common mixes of the boxes, and the published sets made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine.cartographers.catalog import Edition
from engine.cartographers.mixing.build import of_box, with_ruins
from engine.cartographers.mixing.library import Library, published_library
from engine.cartographers.mixing.mix import Box, Boxes, Mix, Preset

FIRST_GAME_EDICTS = ("faunlost_thicket", "gnomish_colony", "ulems_wallow", "dwarvenholds")
"""Edicts A to D that the Heroes box recommends for a first game."""

SET_WITH_SKILLS = "skills"
"""Id of the set of the base box with skills, which are our own."""

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


def preset_of(mix: Mix) -> Preset:
    """Return the named mix with the same cards, whatever the map sheet, edicts and rules, or OWN."""
    return next((preset for preset, named in PRESETS.items() if named.parts == mix.parts), Preset.OWN)


def first_game(edition: Edition) -> Mix:
    """Return the mix for a first game of Heroes, with the edicts and the cards of an edition."""
    return replace(PRESETS[Preset.FIRST_GAME], edition=edition, edicts=edicts_in(edition, FIRST_GAME_EDICTS))


def edicts_in(edition: Edition, edicts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the edicts of a set in an edition: for a first game, the preview recommends others."""
    return FIRST_GAME_EDICTS_IN_PREVIEW if (edition, edicts) == (Edition.PREVIEW, FIRST_GAME_EDICTS) else edicts


def published_sets(box: Box) -> list[dict[str, Any]]:
    """Return the definitions of the sets that come with a box, in the order in which they are offered.

    Cards and sheets are named as "box/id". The first map sheet is the usual one.
    """
    shelf = published_library()
    sets = [
        {"id": preset.value, "name": name, **_contents(PRESETS[preset], shelf)}
        for of, preset, name in _PUBLISHED
        if of is box
    ]
    if box is Box.CARTOGRAPHERS:
        skills = _refs(box, shelf.cartographers.skills)
        sets.append({**sets[0], "id": SET_WITH_SKILLS, "name": "Cartographers with skills", "skills": skills})
    return sets


_PUBLISHED = (
    (Box.CARTOGRAPHERS, Preset.CARTOGRAPHERS, "Cartographers"),
    (Box.HEROES, Preset.HEROES, "Cartographers Heroes"),
    (Box.HEROES, Preset.BOTH, "Both boxes"),
    (Box.HEROES, Preset.FIRST_GAME, "Heroes, first game"),
)


def _contents(mix: Mix, shelf: Library) -> dict[str, list[str]]:
    ambushes, pool = _boxes(mix.ambushes), _boxes(mix.pool)
    of_sheet = next(box for box in Box if mix.sheet in of_box(box, shelf).sheets)
    return {
        "seasons": _refs(mix.seasons, [season.id for season in of_box(mix.seasons, shelf).seasons]),
        "explore": _refs(mix.deck, of_box(mix.deck, shelf).explore),
        "ruins": _refs(Box.CARTOGRAPHERS, shelf.cartographers.ruins) if with_ruins(mix, shelf) else [],
        "ambushes": [ref for box in ambushes for ref in _refs(box, of_box(box, shelf).ambushes)],
        "heroes": _refs(Box.HEROES, shelf.heroes.heroes) if mix.heroes else [],
        "scoring": [ref for box in pool for ref in _refs(box, of_box(box, shelf).scoring)],
        "sheets": _refs(of_sheet, of_box(of_sheet, shelf).sheets),
        **({"edicts": _refs(mix.pool, mix.edicts)} if mix.edicts else {}),
    }


def _boxes(boxes: Boxes) -> list[Box]:
    return list(Box) if boxes is Boxes.BOTH else [Box(boxes)]


def _refs(box: str, ids: Iterable[str]) -> list[str]:
    return [f"{box}/{id}" for id in ids]
