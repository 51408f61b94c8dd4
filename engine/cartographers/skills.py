"""Skills: other ways to draw an explore card, or a look at the next card, each paid with coins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, assert_never

from engine import json_values
from engine.cartographers.bounds import SKILL_COST
from engine.cartographers.cards import CardShape, ExploreCard, Option, Overlap
from engine.cartographers.geometry import SIZE
from engine.cartographers.shapes import SINGLE, Cell, Shape, ShapeTurn
from engine.cartographers.terrain import Terrain
from engine.labels import NO_LABELS, Labels, labels_from_json, labels_to_json

OFFERED: Final = 3
"""Skills of a game. If its set has more, that many are drawn at random."""

_PRINTED: Final = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER)
"""Terrains that a skill may change a card to."""


class SkillPower(StrEnum):
    """Change that a skill makes to the open explore card. If not said otherwise, no coin is earned.

    ANY_TERRAIN: the card's shapes in the terrains among forest, village, farm and water that it lacks, with its coins.
    SINGLE: a single square. GROW, SHRINK: one of the card's shapes with one square more or less. ANYWHERE: the card's
    shapes off the ruins or place that they are tied to, with its coins. EARLIER: a shape of an explore card revealed
    earlier in the season. REPLACE: the card's shapes over what is drawn already, with its coins. SLAY: a single square
    over a monster's space. PEEK: no other shape; the seat looks at the next card of the deck before it draws.
    """

    ANY_TERRAIN = "any_terrain"
    SINGLE = "single"
    GROW = "grow"
    SHRINK = "shrink"
    ANYWHERE = "anywhere"
    EARLIER = "earlier"
    REPLACE = "replace"
    SLAY = "slay"
    PEEK = "peek"


@dataclass(frozen=True, slots=True)
class Skill:
    """Skill that every seat may use for an explore card, once a turn, for `cost` coins."""

    id: str
    name: str
    power: SkillPower
    cost: int
    labels: Labels = NO_LABELS


def skill_from_json(data: Mapping[str, Any]) -> Skill:
    """Build a skill from its stored form. Raises ValueError naming the key, or KeyError."""
    texts = {}
    for key in ("id", "name"):
        try:
            texts[key] = json_values.text(data[key])
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
    if not texts["id"]:
        raise ValueError("id: may not be empty")
    power, cost = data["power"], data["cost"]
    if power not in list(SkillPower):
        raise ValueError(f"power: must be one of {', '.join(SkillPower)}")
    if type(cost) is not int or not SKILL_COST.least <= cost <= SKILL_COST.most:
        raise ValueError(f"cost: must be a whole number from {SKILL_COST.least} to {SKILL_COST.most}")
    return Skill(texts["id"], texts["name"], SkillPower(power), cost, labels_from_json(data))


def skill_to_json(skill: Skill) -> dict[str, Any]:
    """Return the stored form of a skill."""
    return {
        "id": skill.id,
        "name": skill.name,
        "power": skill.power.value,
        "cost": skill.cost,
        **labels_to_json(skill.labels),
    }


def look_of(shape: Shape) -> tuple[Cell, ...]:
    """Return a form that is the same for all shapes that are equal once turned or flipped."""
    return min(orientation.cells for orientation in shape.orientations)


@lru_cache(maxsize=4096)
def skill_options(skill: Skill, card: ExploreCard, earlier: tuple[ExploreCard, ...] = ()) -> tuple[Option, ...]:
    """Return what a skill adds to the options of a card, on any board. The squares of SLAY still lack their targets.

    `earlier` are the explore cards revealed earlier in the season.
    """
    terrains = card.terrains
    overlap, anywhere, must_overlap = card.overlap, False, False
    entries: Iterable[CardShape] = card.shapes
    match skill.power:
        case SkillPower.ANY_TERRAIN:
            terrains = tuple(terrain for terrain in _PRINTED if terrain not in terrains)
        case SkillPower.SINGLE:
            entries, overlap = [CardShape(SINGLE, False)], Overlap.NONE
        case SkillPower.GROW:
            entries = _without_coin(grown for entry in card.shapes for grown in _grow(entry.shape))
        case SkillPower.SHRINK:
            entries = _without_coin(shrunk for entry in card.shapes for shrunk in _shrink(entry.shape))
        case SkillPower.ANYWHERE:
            anywhere = True
        case SkillPower.EARLIER:
            entries = _without_coin(entry.shape for before in earlier for entry in before.shapes)
        case SkillPower.REPLACE:
            overlap, must_overlap = Overlap.REPLACE, True
        case SkillPower.SLAY:
            entries, overlap = [CardShape(SINGLE, False)], Overlap.REPLACE
            terrains = tuple(terrain for terrain in terrains if terrain is not Terrain.MONSTER)
        case SkillPower.PEEK:
            return ()
        case _:
            assert_never(skill.power)
    if not terrains:
        return ()
    distinct = {look_of(entry.shape): entry for entry in reversed(list(entries))}
    return tuple(
        Option(entry.shape, terrains, entry.coin, overlap, anywhere, skill.cost, skill.id, must_overlap=must_overlap)
        for entry in reversed(distinct.values())
    )


def _without_coin(shapes: Iterable[Shape]) -> list[CardShape]:
    return [CardShape(shape, False) for shape in shapes]


def _grow(shape: Shape) -> Iterator[Shape]:
    """Yield a shape with one square more, in every place beside it."""
    cells = set(shape.cells)
    around = {beside for cell in cells for beside in _beside(cell)} - cells
    for added in sorted(around):
        grown = cells | {added}
        if all(max(steps) - min(steps) < SIZE for steps in zip(*grown, strict=True)):
            yield _shape_of(grown)


def _shrink(shape: Shape) -> Iterator[Shape]:
    """Yield a shape with one square fewer, as long as it does not fall into more parts."""
    cells = set(shape.cells)
    if len(cells) < 2:
        return
    parts = _count_parts(cells)
    for cell in shape.cells:
        if _count_parts(cells - {cell}) <= parts:
            yield _shape_of(cells - {cell})


def _shape_of(cells: Iterable[Cell]) -> Shape:
    return Shape(ShapeTurn().of(sorted(cells)))


def _beside(cell: Cell) -> Sequence[Cell]:
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def _count_parts(cells: set[Cell]) -> int:
    left, parts = set(cells), 0
    while left:
        parts += 1
        reached = [left.pop()]
        while reached:
            beside = left.intersection(_beside(reached.pop()))
            left -= beside
            reached += beside
    return parts
