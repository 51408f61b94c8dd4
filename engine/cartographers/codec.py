"""Events as they are stored: a kind and JSON data. Spaces are written by name, so that a record can be read with the
rulebook in hand.

Every field of an event is a key of its data. Of those keys, the ones that came into the rules later may be missing, as
they were not there when older games were stored: they have their field's default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, cast

from engine.cartographers import cards, reading
from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Definition,
    Drawn,
    EdictsLaid,
    EffectPassed,
    Event,
    GameEnded,
    GameStarted,
    Growth,
    HeroDeckShuffled,
    MonstersSpread,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScore,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.geometry import Mask, mask_of
from engine.cartographers.notation import placement_of, space_names, space_of
from engine.cartographers.placement import Forced, HeroPattern, SingleTerrain
from engine.cartographers.terrain import Terrain

Data = dict[str, Any]

_KINDS: dict[str, type[Event]] = {
    "game_started": GameStarted,
    "edicts_laid": EdictsLaid,
    "ambush_deck_shuffled": AmbushDeckShuffled,
    "hero_deck_shuffled": HeroDeckShuffled,
    "season_began": SeasonBegan,
    "card_revealed": CardRevealed,
    "drawn": Drawn,
    "taken_back": TakenBack,
    "turn_closed": TurnClosed,
    "monster_walked_in": MonsterWalkedIn,
    "choice_asked": ChoiceAsked,
    "chosen": Chosen,
    "monsters_spread": MonstersSpread,
    "effect_passed": EffectPassed,
    "season_scored": SeasonScored,
    "game_ended": GameEnded,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def encode(event: Event) -> tuple[str, Data]:
    """The stored form of an event: its kind and JSON data."""
    return _NAMES[type(event)], _write(event)


def decode(kind: str, data: Data) -> Event:
    """The event of a stored form. Raises ValueError naming the field where the kind is unknown or the data is not that
    of its kind.
    """
    if kind not in _KINDS:
        raise ValueError(f'"{kind}" is no kind of event')
    try:
        return cast(Event, _read(_KINDS[kind], data))
    except ValueError as error:
        raise ValueError(f"{kind}: {error}") from None


def definition_to_json(definition: Definition) -> Data:
    """The stored form of a definition."""
    return {
        "sheet": cards.sheet_to_json(definition.sheet),
        "seasons": [cards.season_to_json(season) for season in definition.seasons],
        "explore": [cards.explore_to_json(card) for card in definition.explore],
        "ruins": [cards.ruins_to_json(card) for card in definition.ruins],
        "ambushes": [cards.ambush_to_json(card) for card in definition.ambushes],
        "heroes": [cards.hero_to_json(card) for card in definition.heroes],
        "pool": [cards.scoring_to_json(card) for card in definition.pool],
        "singles": [terrain.word for terrain in definition.singles],
        "single_terrain": definition.single_terrain.value,
        "hero_pattern": definition.hero_pattern.value,
        "coin_track": definition.coin_track,
    }


def definition_from_json(data: Data) -> Definition:
    """A definition from its stored form. Raises ValueError, KeyError or TypeError."""
    return Definition(
        sheet=cards.sheet_from_json(data["sheet"]),
        seasons=tuple(map(cards.season_from_json, data["seasons"])),
        explore=tuple(map(cards.explore_from_json, data["explore"])),
        ruins=tuple(map(cards.ruins_from_json, data["ruins"])),
        ambushes=tuple(map(cards.ambush_from_json, data["ambushes"])),
        heroes=tuple(map(cards.hero_from_json, data.get("heroes", ()))),
        pool=tuple(map(cards.scoring_from_json, data["pool"])),
        singles=tuple(map(Terrain.from_word, data["singles"])),
        single_terrain=SingleTerrain(data["single_terrain"]),
        hero_pattern=HeroPattern(data.get("hero_pattern", HeroPattern.TURNABLE)),
        coin_track=reading.count(data["coin_track"]),
    )


_LATER = frozenset(("hero", "marks", "destroyed", "rewards"))
"""What older records have not."""


def _write(thing: Any) -> Data:
    return {entry.name: _WRITERS.get(entry.name, _same)(getattr(thing, entry.name)) for entry in fields(thing)}


def _read(kind: Any, data: Any) -> Any:
    if not isinstance(data, dict):
        raise ValueError(f"{data!r:.40} is no data of an event")
    values = {}
    for name, read, later in _FIELDS[kind]:
        if name in data:
            try:
                values[name] = read(data[name])
            except KeyError as missing:
                raise ValueError(f"{name}: {missing.args[0]}: is missing") from None
            except (ValueError, TypeError, AttributeError) as error:
                raise ValueError(f"{name}: {error}") from None
        elif not later:
            raise ValueError(f"{name}: is missing")
    return kind(**values)


def _edicts(value: Any) -> tuple[str, str, str, str]:
    laid = reading.texts(value)
    if len(laid) != len(cards.Edict):
        raise ValueError(f"{value!r:.60} is not one card for each edict")
    one, two, three, four = laid
    return one, two, three, four


def _score_to_json(score: SeasonScore) -> Data:
    return {"edicts": list(score.edicts), "coins": score.coins, "losses": score.losses}


def _score_from_json(data: Data) -> SeasonScore:
    one, two = map(reading.count, reading.items(data["edicts"]))
    return SeasonScore((one, two), reading.count(data["coins"]), reading.count(data["losses"]))


def _names(mask: Mask) -> list[str]:
    return list(space_names(mask))


def _mask(names: Any) -> Mask:
    return mask_of([space_of(reading.text(name)) for name in reading.items(names)])


def _same(value: Any) -> Any:
    return value


_WRITERS: dict[str, Callable[[Any], Any]] = {
    "definition": definition_to_json,
    "placement": str,
    "terrain": lambda terrain: terrain.word,
    "forced": lambda forced: forced.value,
    **dict.fromkeys(("cells", "mountains", "marks", "destroyed"), _names),
    **dict.fromkeys(("deck", "cards", "rewards"), list),
    "scores": lambda scores: [_score_to_json(score) for score in scores],
    "growths": lambda growths: [_write(growth) for growth in growths],
}
"""How a field is written, by its name; the others are written as they are."""

_READERS: dict[str, Callable[[Any], Any]] = {
    "definition": definition_from_json,
    "placement": lambda value: placement_of(reading.text(value)),
    "terrain": Terrain.from_word,
    "forced": Forced,
    **dict.fromkeys(("turn", "seat", "subject", "season", "seats", "attempt"), reading.count),
    **dict.fromkeys(("card", "ambush", "hero"), reading.text),
    **dict.fromkeys(("coin", "drawn"), reading.flag),
    **dict.fromkeys(("cells", "mountains", "marks", "destroyed"), _mask),
    **dict.fromkeys(("deck", "rewards"), reading.texts),
    "cards": _edicts,
    "initial": reading.initial,
    "scores": lambda scores: tuple(map(_score_from_json, reading.items(scores))),
    "growths": lambda growths: tuple(_read(Growth, growth) for growth in reading.items(growths)),
}
"""How a field is read, by its name. Each raises ValueError, KeyError, TypeError or AttributeError."""

_FIELDS: dict[type, tuple[tuple[str, Callable[[Any], Any], bool], ...]] = {
    kind: tuple(
        (entry.name, _READERS[entry.name], entry.name in _LATER and entry.default is not MISSING)
        for entry in fields(kind)
    )
    for kind in (*_KINDS.values(), Growth)
}
"""The fields of each kind of event: the name, its reader, and whether older records have it not."""
