"""Card data: what is printed on the cards. The rules that use it are elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from engine import json_values
from engine.cartographers.bounds import CAP, FLOOR, Bounds
from engine.cartographers.effects import REWARD, Effect, EffectTiming, effect_from_json, effect_to_json
from engine.cartographers.geometry import SIZE, Mask, mask_of
from engine.cartographers.notation import space_names, space_of
from engine.cartographers.scoring.families import FAMILIES, Clause
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, read_all, write_all
from engine.cartographers.shapes import Cell, Shape
from engine.cartographers.sheet import Region, Sheet
from engine.cartographers.terrain import REGIONS, Terrain
from engine.labels import NO_LABELS, Labels, labels_from_json, labels_to_json


class Stack(StrEnum):
    """Stacks of scoring cards, by the symbol on their backs."""

    FOREST = "forest"
    VILLAGE = "village"
    FARM_WATER = "farm_water"
    SPATIAL = "spatial"


class RotationDirection(StrEnum):
    """Direction around the table or a map's border."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Corner(StrEnum):
    """Corner of the map."""

    TOP_LEFT = "top_left"
    TOP_RIGHT = "top_right"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM_RIGHT = "bottom_right"


class Place(StrEnum):
    """Place that the shape of an explore card must touch: it covers a space on the edge, next to a mountain or a
    landmark, or in a region.
    """

    EDGE = "edge"
    MOUNTAIN = "mountain"
    LANDMARK = "landmark"
    REGION_1 = "region_1"
    REGION_2 = "region_2"
    REGION_3 = "region_3"
    REGION_4 = "region_4"


class Overlap(StrEnum):
    """Treatment of spaces with terrain, monsters or heroes that a shape covers besides at least one empty space.

    `NONE`: it may cover none. `REPLACE`: they are drawn over. `DESTROY`: they are destroyed, and stay without terrain.
    """

    NONE = ""
    REPLACE = "replace"
    DESTROY = "destroy"


class Edict(StrEnum):
    """Edicts by letter, in the order of their cards."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"

    @property
    def number(self) -> int:
        """0-based index among the four edicts."""
        return "ABCD".index(self)


@dataclass(frozen=True, slots=True)
class CardShape:
    """Shape on an explore card, with the coin it may earn."""

    shape: Shape
    coin: bool


@dataclass(frozen=True, slots=True)
class Option:
    """Shape on offer, in any of its terrains; `coin` is True if drawing it earns one.

    With `anywhere`, it need not cover the ruins or place of the offer. `cost` are the coins that it costs, for the
    skill of that id. With `targets`, it must lie on these spaces, which it draws over, and on no other. With
    `must_overlap`, it must cover at least one space that is filled.
    """

    shape: Shape
    terrains: tuple[Terrain, ...]
    coin: bool = False
    overlap: Overlap = Overlap.NONE
    anywhere: bool = False
    cost: int = 0
    skill: str = ""
    targets: Mask = 0
    must_overlap: bool = False


@dataclass(frozen=True, slots=True)
class ExploreCard:
    """Explore card: one of its shapes is drawn in one of its terrains, if possible at its place, and by `overlap` also
    over what is drawn there.
    """

    id: str
    name: str
    time: int
    terrains: tuple[Terrain, ...]
    shapes: tuple[CardShape, ...]
    labels: Labels = NO_LABELS
    place: Place | None = None
    overlap: Overlap = Overlap.NONE
    options: tuple[Option, ...] = field(init=False, repr=False, compare=False)
    """Options that the card offers while it can be drawn."""

    def __post_init__(self) -> None:
        options = tuple(Option(entry.shape, self.terrains, entry.coin, self.overlap) for entry in self.shapes)
        object.__setattr__(self, "options", options)


@dataclass(frozen=True, slots=True)
class RuinsCard:
    """Card that ties the next explore card to ruins."""

    id: str
    name: str
    time: int = 0
    labels: Labels = NO_LABELS


@dataclass(frozen=True, slots=True)
class AmbushCard:
    """Monster drawn by a neighbour, or in solo games from a corner inwards."""

    id: str
    name: str
    shape: Shape
    passing: RotationDirection
    solo_corner: Corner
    solo_way: RotationDirection
    initial: str = ""
    effect: Effect | None = None
    coins: int = 0
    """Coins that the effect gives or costs, if it is one on coins."""
    time: int = 0
    labels: Labels = NO_LABELS
    options: tuple[Option, ...] = field(init=False, repr=False, compare=False)
    """Options that the card offers while it can be drawn."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", (Option(self.shape, (Terrain.MONSTER,)),))

    def acts(self, timing: EffectTiming) -> bool:
        """Return True if the monster has an effect at a moment."""
        return self.effect is not None and self.effect.timing is timing

    @property
    def acts_later(self) -> bool:
        """True if the monster acts at the end of a season, each one or the last."""
        return self.acts(EffectTiming.SEASON_END) or self.acts(EffectTiming.LAST_SCORING)


@dataclass(frozen=True, slots=True)
class HeroCard:
    """Hero and the spaces it attacks, relative to its own space."""

    id: str
    name: str
    attack: tuple[Cell, ...]
    time: int = 0
    labels: Labels = NO_LABELS
    turnable: tuple[Option, ...] = field(init=False, repr=False, compare=False)
    """Options while the attack pattern may be rotated."""
    as_printed: tuple[Option, ...] = field(init=False, repr=False, compare=False)
    """Options while the attack pattern may not be rotated."""

    def __post_init__(self) -> None:
        for name, turnable in (("turnable", True), ("as_printed", False)):
            shape = Shape(((0, 0),), tuple(sorted(self.attack)), turnable)
            object.__setattr__(self, name, (Option(shape, (Terrain.HERO,)),))


class Combination(StrEnum):
    """Clauses of a scoring card that count: all of them, or only the one with the most or fewest stars."""

    SUM = "sum"
    LARGEST = "largest"
    SMALLEST = "smallest"


@dataclass(frozen=True, slots=True)
class ScoringCard:
    """Scoring card: clauses of scoring families, and the stars it subtracts in solo games (`solo_target`).

    `cap` and `floor` are the most and the fewest stars that it scores. Without a floor, penalties may take a card,
    and a season, below 0.
    """

    id: str
    name: str
    stack: Stack
    solo_target: int
    clauses: tuple[Clause, ...]
    labels: Labels = NO_LABELS
    combination: Combination = Combination.SUM
    cap: int | None = None
    floor: int | None = None
    is_plain_sum: bool = field(init=False, repr=False, compare=False)
    """True if the stars are those of all contributions of the clauses."""

    def __post_init__(self) -> None:
        limited = self.combination is not Combination.SUM or self.cap is not None or self.floor is not None
        plain = not limited and all(clause.tiers is None for clause in self.clauses)
        object.__setattr__(self, "is_plain_sum", plain)

    @property
    def rule(self) -> tuple[object, ...]:
        """Everything that decides the stars. Two cards with the same rule score the same on every board."""
        return self.clauses, self.combination, self.cap, self.floor


@dataclass(frozen=True, slots=True)
class Season:
    """Season. It ends when the time of its revealed cards reaches `threshold`; then its two edicts are scored."""

    id: str
    threshold: int
    edicts: tuple[Edict, Edict]


DeckCard = ExploreCard | RuinsCard | AmbushCard | HeroCard
"""Card of the explore deck."""


Value = TypeVar("Value")


def _read(data: Mapping[str, Any], key: str, read: Callable[[Any], Value]) -> Value:
    """Return a value of stored data. Raises KeyError, or ValueError naming the key."""
    value = data[key]
    try:
        return read(value)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None


def _id(data: Mapping[str, Any]) -> str:
    entry_id = _read(data, "id", json_values.text)
    if not entry_id:
        raise ValueError("id: may not be empty")
    return entry_id


def clause_from_json(data: Mapping[str, Any], part: int) -> Clause:
    """Build the clause at index `part` of a card from its stored form. Raises ValueError naming the invalid family or
    parameter.
    """
    rest = dict(data)
    name = rest.pop("family", None)
    if not isinstance(name, str) or name not in FAMILIES:
        raise ValueError(f"family: must be one of {', '.join(FAMILIES)}")
    family = FAMILIES[name]
    return family(part, **read_all(family, rest))


def clause_to_json(clause: Clause) -> dict[str, Any]:
    """Return the stored form of a clause."""
    name = next(name for name, family in FAMILIES.items() if isinstance(clause, family))
    return {"family": name, **write_all(clause)}


def scoring_from_json(data: Mapping[str, Any]) -> ScoringCard:
    """Build a scoring card from its stored form. Raises ValueError or KeyError."""
    parts = _read(data, "clauses", lambda value: [json_values.mapping(clause) for clause in json_values.items(value)])
    clauses = tuple(clause_from_json(clause, part) for part, clause in enumerate(parts))
    if not clauses:
        raise ValueError("clauses: a card needs at least one")
    return ScoringCard(
        _id(data),
        _read(data, "name", json_values.text),
        _read(data, "stack", Stack),
        _read(data, "solo_target", json_values.number),
        clauses,
        labels_from_json(data),
        _read(data, "combination", Combination) if "combination" in data else Combination.SUM,
        _limit(data, "cap", CAP),
        _limit(data, "floor", FLOOR),
    )


def _limit(data: Mapping[str, Any], key: str, bounds: Bounds) -> int | None:
    """Return a limit of a card's stars, or None if it has none. Raises ValueError naming the key."""
    return _read(data, key, Parameter(ParameterKind.NUMBER, *bounds, optional=True).read) if key in data else None


def scoring_to_json(card: ScoringCard) -> dict[str, Any]:
    """Return the stored form of a scoring card."""
    clauses = [clause_to_json(clause) for clause in card.clauses]
    return {
        "id": card.id,
        "name": card.name,
        "stack": card.stack.value,
        "solo_target": card.solo_target,
        "clauses": clauses,
        **_combination_to_json(card),
        **labels_to_json(card.labels),
    }


def _combination_to_json(card: ScoringCard) -> dict[str, Any]:
    """Return how the clauses of a card are combined, as far as they aren't just added up."""
    stored = {"combination": card.combination.value, "cap": card.cap, "floor": card.floor}
    return {key: value for key, value in stored.items() if value not in (None, Combination.SUM.value)}


def explore_from_json(data: Mapping[str, Any]) -> ExploreCard:
    """Build an explore card from its stored form. Raises ValueError or KeyError."""
    shapes = _read(data, "shapes", lambda value: json_values.each(value, _card_shape))
    terrains = _read(data, "terrains", lambda value: tuple(map(Terrain.from_word, json_values.items(value))))
    if not shapes or not terrains:
        raise ValueError("an explore card has at least one shape and one terrain")
    return ExploreCard(
        _id(data),
        _read(data, "name", json_values.text),
        _read(data, "time", json_values.count),
        terrains,
        shapes,
        labels_from_json(data),
        _read(data, "place", Place) if "place" in data else None,
        _read(data, "overlap", Overlap) if "overlap" in data else Overlap.NONE,
    )


def _card_shape(data: Mapping[str, Any]) -> CardShape:
    return CardShape(_read(data, "drawn", _shape), _read(data, "coin", json_values.flag))


def _shape(value: Any) -> Shape:
    return Shape.from_rows(json_values.texts(value))


def explore_to_json(card: ExploreCard) -> dict[str, Any]:
    """Return the stored form of an explore card."""
    shapes = [{"drawn": shape.shape.rows(), "coin": shape.coin} for shape in card.shapes]
    return {
        "id": card.id,
        "name": card.name,
        "time": card.time,
        "terrains": [terrain.word for terrain in card.terrains],
        "shapes": shapes,
        **({} if card.place is None else {"place": card.place.value}),
        **({} if card.overlap is Overlap.NONE else {"overlap": card.overlap.value}),
        **labels_to_json(card.labels),
    }


REWARD_IN_VERSION_1 = 3
"""Coins for surrounding any rewarding monster, used before cards and events stored the number."""


def ambush_from_json(data: Mapping[str, Any]) -> AmbushCard:
    """Build an ambush card from its stored form. Raises ValueError or KeyError."""
    effect = _read(data, "effect", effect_from_json) if "effect" in data else None
    older = REWARD_IN_VERSION_1 if effect == REWARD else 0
    return AmbushCard(
        id=_id(data),
        name=_read(data, "name", json_values.text),
        shape=_read(data, "drawn", _shape),
        passing=_read(data, "pass", RotationDirection),
        solo_corner=_read(data, "solo_corner", Corner),
        solo_way=_read(data, "solo_direction", RotationDirection),
        initial=_read(data, "initial", json_values.optional_text) if "initial" in data else "",
        effect=effect,
        coins=_read(data, "reward", json_values.count) if "reward" in data else older,
        labels=labels_from_json(data),
    )


def ambush_to_json(card: AmbushCard) -> dict[str, Any]:
    """Return the stored form of an ambush card."""
    return {
        "id": card.id,
        "name": card.name,
        "drawn": card.shape.rows(),
        "pass": card.passing.value,
        "solo_corner": card.solo_corner.value,
        "solo_direction": card.solo_way.value,
        "initial": card.initial,
        "effect": effect_to_json(card.effect),
        "reward": card.coins,
        **labels_to_json(card.labels),
    }


def hero_from_json(data: Mapping[str, Any]) -> HeroCard:
    """Build a hero card from its stored form. Raises ValueError or KeyError."""
    attack = _read(data, "attack", lambda value: tuple(map(_cell, json_values.items(value))))
    if not attack or (0, 0) in attack:
        raise ValueError("attack: at least one space, and never the hero's own")
    return HeroCard(_id(data), _read(data, "name", json_values.text), attack, labels=labels_from_json(data))


def _cell(value: Any) -> Cell:
    steps = json_values.items(value)
    if len(steps) != 2 or not all(type(step) is int and abs(step) < SIZE for step in steps):
        raise ValueError("rows and columns away from the hero, whole numbers")
    return steps[0], steps[1]


def hero_to_json(card: HeroCard) -> dict[str, Any]:
    """Return the stored form of a hero card."""
    attack = [list(cell) for cell in card.attack]
    return {"id": card.id, "name": card.name, "attack": attack, **labels_to_json(card.labels)}


def ruins_from_json(data: Mapping[str, Any]) -> RuinsCard:
    """Build a ruins card from its stored form. Raises KeyError."""
    return RuinsCard(_id(data), _read(data, "name", json_values.text), labels=labels_from_json(data))


def ruins_to_json(card: RuinsCard) -> dict[str, Any]:
    """Return the stored form of a ruins card."""
    return {"id": card.id, "name": card.name, **labels_to_json(card.labels)}


def season_from_json(data: Mapping[str, Any]) -> Season:
    """Build a season from its stored form. Raises ValueError or KeyError."""
    edicts = _read(data, "edicts", lambda value: tuple(map(Edict, json_values.items(value))))
    if len(edicts) != 2:
        raise ValueError("edicts: a season has two")
    return Season(_id(data), _read(data, "threshold", json_values.count), (edicts[0], edicts[1]))


def season_to_json(season: Season) -> dict[str, Any]:
    """Return the stored form of a season."""
    return {"id": season.id, "threshold": season.threshold, "edicts": [edict.value for edict in season.edicts]}


def sheet_from_json(data: Mapping[str, Any]) -> Sheet:
    """Build a sheet from its stored form. Raises ValueError or KeyError."""
    sheet = Sheet.from_rows(_id(data), _read(data, "name", json_values.text), _read(data, "rows", json_values.texts))
    sheet = replace(sheet, labels=labels_from_json(data))
    if not data.keys() & _SHEET_EXTRAS:
        return sheet
    regions = _read(data, "regions", lambda value: json_values.each(value, _region)) if "regions" in data else ()
    if len(regions) > len(REGIONS):
        raise ValueError(f"regions: at most {len(REGIONS)}")
    tolls = _read(data, "tolls", _spaces) if "tolls" in data else 0
    if tolls & ~sheet.empty:
        raise ValueError("tolls: must be empty spaces")
    coins = _read(data, "landmark_coins", json_values.count) if "landmark_coins" in data else 0
    return replace(sheet, landmark_coins=coins, tolls=tolls, regions=regions)


def sheet_to_json(sheet: Sheet) -> dict[str, Any]:
    """Return the stored form of a sheet."""
    stored: dict[str, Any] = {"id": sheet.id, "name": sheet.name, "rows": sheet.rows(), **labels_to_json(sheet.labels)}
    if sheet.landmark_coins:
        stored["landmark_coins"] = sheet.landmark_coins
    if sheet.tolls:
        stored["tolls"] = list(space_names(sheet.tolls))
    if sheet.regions:
        stored["regions"] = [_region_to_json(region) for region in sheet.regions]
    return stored


_SHEET_EXTRAS = {"landmark_coins", "tolls", "regions"}


def _spaces(value: Any) -> Mask:
    return mask_of([space_of(json_values.text(name)) for name in json_values.items(value)])


def _region(data: Mapping[str, Any]) -> Region:
    return Region(_read(data, "name", json_values.text), _read(data, "spaces", _spaces), labels_from_json(data))


def _region_to_json(region: Region) -> dict[str, Any]:
    return {"name": region.name, "spaces": list(space_names(region.spaces)), **labels_to_json(region.labels)}
