"""Events as they are stored: a kind and JSON data. Spaces are written by name, so that a record can be read with the
rulebook in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, assert_never

from engine.cartographers import cards
from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    Definition,
    Drawn,
    EdictsLaid,
    Event,
    GameEnded,
    GameStarted,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScore,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.geometry import Mask, mask_of
from engine.cartographers.notation import placement_of, space_names, space_of
from engine.cartographers.placement import Forced, SingleTerrain
from engine.cartographers.terrain import Terrain
from engine.contract import Seat

Data = dict[str, Any]


def encode(event: Event) -> tuple[str, Data]:
    """The stored form of an event: its kind and JSON data."""
    match event:
        case GameStarted(definition, seats):
            return "game_started", {"definition": definition_to_json(definition), "seats": seats}
        case EdictsLaid(laid, drawn):
            return "edicts_laid", {"cards": list(laid), "drawn": drawn}
        case AmbushDeckShuffled(deck):
            return "ambush_deck_shuffled", {"deck": list(deck)}
        case SeasonBegan(season, deck, ambush):
            return "season_began", {"season": season, "deck": list(deck), "ambush": ambush}
        case CardRevealed(card, turn):
            return "card_revealed", {"card": card, "turn": turn}
        case Drawn():
            return "drawn", _drawn_to_json(event)
        case TakenBack(turn, seat):
            return "taken_back", {"turn": turn, "seat": seat}
        case TurnClosed(turn):
            return "turn_closed", {"turn": turn}
        case MonsterWalkedIn(turn, cells, mountains, initial):
            return "monster_walked_in", {
                "turn": turn,
                "cells": _names(cells),
                "mountains": _names(mountains),
                "initial": initial,
            }
        case SeasonScored(season, scores):
            return "season_scored", {"season": season, "scores": [_score_to_json(score) for score in scores]}
        case GameEnded():
            return "game_ended", {}
        case _:
            assert_never(event)


def decode(kind: str, data: Data) -> Event:
    """The event of a stored form. Raises ValueError where the kind is unknown or the data is not that of its kind."""
    if kind not in _DECODERS:
        raise ValueError(f'"{kind}" is no kind of event')
    try:
        return _DECODERS[kind](data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{kind}: {error} is missing or of the wrong type") from None


def definition_to_json(definition: Definition) -> Data:
    """The stored form of a definition."""
    return {
        "sheet": cards.sheet_to_json(definition.sheet),
        "seasons": [cards.season_to_json(season) for season in definition.seasons],
        "explore": [cards.explore_to_json(card) for card in definition.explore],
        "ruins": [cards.ruins_to_json(card) for card in definition.ruins],
        "ambushes": [cards.ambush_to_json(card) for card in definition.ambushes],
        "pool": [cards.scoring_to_json(card) for card in definition.pool],
        "singles": [terrain.word for terrain in definition.singles],
        "single_terrain": definition.single_terrain.value,
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
        pool=tuple(map(cards.scoring_from_json, data["pool"])),
        singles=tuple(map(Terrain.from_word, data["singles"])),
        single_terrain=SingleTerrain(data["single_terrain"]),
        coin_track=data["coin_track"],
    )


def _drawn_to_json(event: Drawn) -> Data:
    return {
        "turn": event.turn,
        "seat": event.seat,
        "subject": event.subject,
        "placement": str(event.placement),
        "cells": _names(event.cells),
        "terrain": event.terrain.word,
        "coin": event.coin,
        "mountains": _names(event.mountains),
        "forced": event.forced.value,
        "initial": event.initial,
        "attempt": event.attempt,
    }


def _drawn_from_json(data: Data) -> Drawn:
    return Drawn(
        turn=data["turn"],
        seat=Seat(data["seat"]),
        subject=Seat(data["subject"]),
        placement=placement_of(data["placement"]),
        cells=_mask(data["cells"]),
        terrain=Terrain.from_word(data["terrain"]),
        coin=data["coin"],
        mountains=_mask(data["mountains"]),
        forced=Forced(data["forced"]),
        initial=data["initial"],
        attempt=data["attempt"],
    )


def _walked_in_from_json(data: Data) -> MonsterWalkedIn:
    return MonsterWalkedIn(data["turn"], _mask(data["cells"]), _mask(data["mountains"]), data["initial"])


def _score_to_json(score: SeasonScore) -> Data:
    return {"edicts": list(score.edicts), "coins": score.coins, "losses": score.losses}


def _score_from_json(data: Data) -> SeasonScore:
    one, two = data["edicts"]
    return SeasonScore((one, two), data["coins"], data["losses"])


def _edicts_from_json(data: Data) -> EdictsLaid:
    one, two, three, four = data["cards"]
    return EdictsLaid((one, two, three, four), data["drawn"])


def _names(mask: Mask) -> list[str]:
    return list(space_names(mask))


def _mask(names: Iterable[str]) -> Mask:
    return mask_of(map(space_of, names))


_DECODERS: dict[str, Callable[[Data], Event]] = {
    "game_started": lambda data: GameStarted(definition_from_json(data["definition"]), data["seats"]),
    "edicts_laid": _edicts_from_json,
    "ambush_deck_shuffled": lambda data: AmbushDeckShuffled(tuple(data["deck"])),
    "season_began": lambda data: SeasonBegan(data["season"], tuple(data["deck"]), data["ambush"]),
    "card_revealed": lambda data: CardRevealed(data["card"], data["turn"]),
    "drawn": _drawn_from_json,
    "taken_back": lambda data: TakenBack(data["turn"], Seat(data["seat"])),
    "turn_closed": lambda data: TurnClosed(data["turn"]),
    "monster_walked_in": _walked_in_from_json,
    "season_scored": lambda data: SeasonScored(data["season"], tuple(map(_score_from_json, data["scores"]))),
    "game_ended": lambda data: GameEnded(),
}
