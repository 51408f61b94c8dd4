"""Conversion of a mix into a game definition.

Source: docs/rules.md, "Mixing the boxes".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine.cartographers.cards import AmbushCard, ScoringCard
from engine.cartographers.catalog import Catalog
from engine.cartographers.events import Definition
from engine.cartographers.mixing.library import Library, published_library
from engine.cartographers.mixing.mix import Box, Boxes, Mix, RuinsCards, UnreadableChoice
from engine.cartographers.placement import HeroPattern
from engine.cartographers.rules.problems import Problem, ProblemCode, find_problems
from engine.cartographers.rules.setup import Setup
from engine.cartographers.terrain import DRAWABLE, Terrain

Card = TypeVar("Card")


def setup_of(mix: Mix, shelf: Library | None = None) -> Setup:
    """Return the setup for a mix, with the cards of `shelf` or else the published ones.

    The start of the game checks if the setup can be played. Raises Unreadable if the map sheet is in neither box.
    """
    return Setup(definition_of(mix, shelf), mix.edicts)


def definition_of(mix: Mix, shelf: Library | None = None) -> Definition:
    """Return the game definition for a mix, with the cards of `shelf` or else the published ones.

    Raises Unreadable if the map sheet is in neither box.
    """
    shelf = shelf or published_library()
    if mix.sheet not in shelf.sheets:
        raise UnreadableChoice("sheet")
    hero_cards = tuple(shelf.heroes.heroes.values()) if mix.heroes else ()
    return Definition(
        sheet=shelf.sheets[mix.sheet],
        seasons=of_box(mix.seasons, shelf).seasons,
        explore=tuple(of_box(mix.deck, shelf).explore.values()),
        ruins=tuple(shelf.cartographers.ruins.values()) if with_ruins(mix, shelf) else (),
        ambushes=ambushes_of(mix, shelf),
        heroes=hero_cards,
        pool=pool_of(mix, shelf),
        singles=(*DRAWABLE, Terrain.HERO) if hero_cards else DRAWABLE,
        single_terrain=mix.single_terrain,
        hero_pattern=mix.hero_pattern if mix.heroes else HeroPattern.TURNABLE,
        practice=mix.practice,
        monsters_walk=mix.monsters_walk,
        destroys_wasteland=mix.destroys_wasteland,
    )


def find_mix_problems(mix: Mix, shelf: Library) -> list[Problem]:
    """Return everything that prevents a mix from being played, or from including what it asks for."""
    if mix.sheet not in shelf.sheets:
        return [Problem(ProblemCode.NO_SHEET, "sheet")]
    definition = definition_of(mix, shelf)
    problems = find_problems(definition, mix.edicts)
    if not definition.ambushes:
        problems.append(Problem(ProblemCode.NO_AMBUSHES, "ambushes"))
    if mix.heroes and not definition.heroes:
        problems.append(Problem(ProblemCode.NO_HEROES, "heroes"))
    return problems


def with_ruins(mix: Mix, shelf: Library) -> bool:
    """Return True if the ruins cards are in the game.

    The host's choice decides. By the book, they are left out only if all other parts come from Heroes: explore deck,
    seasons, map sheet, ambushes and scoring cards.
    """
    if mix.ruins is not RuinsCards.BY_THE_BOOK:
        return mix.ruins is RuinsCards.IN
    one_box = mix.deck is Box.HEROES and mix.seasons is Box.HEROES and mix.sheet in shelf.heroes.sheets
    return not (one_box and mix.ambushes is Boxes.HEROES and mix.pool is Boxes.HEROES)


def of_box(box: Box, shelf: Library) -> Catalog:
    """Return the given box."""
    return shelf.heroes if box is Box.HEROES else shelf.cartographers


def ambushes_of(mix: Mix, shelf: Library) -> tuple[AmbushCard, ...]:
    """Return the ambush cards that seasons draw from."""
    return _from(mix.ambushes, shelf.cartographers.ambushes, shelf.heroes.ambushes)


def pool_of(mix: Mix, shelf: Library) -> tuple[ScoringCard, ...]:
    """Return the scoring cards that edicts are drawn from."""
    return _from(mix.pool, shelf.cartographers.scoring, shelf.heroes_in_edition(mix.edition).scoring)


def _from(boxes: Boxes, base: Mapping[str, Card], second: Mapping[str, Card]) -> tuple[Card, ...]:
    """Return the boxes' cards, keeping duplicate ids for setup to refuse."""
    chosen = {Boxes.CARTOGRAPHERS: (base,), Boxes.HEROES: (second,), Boxes.BOTH: (base, second)}[boxes]
    return tuple(card for each in chosen for card in each.values())
