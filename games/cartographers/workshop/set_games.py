"""Solo games of a set's balance report, by bots of each level.

They are seeded, so the same set always has the same results. The game with a number has the same map sheet, edicts and
decks for every level.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.cartographers.cards import Edict, sheet_from_json, sheet_to_json
from engine.cartographers.codec import definition_from_json, definition_to_json
from engine.cartographers.events import Definition, Drawn, Event
from engine.cartographers.game import RULES
from engine.cartographers.placement import Forced
from engine.cartographers.rules.setup import Setup
from engine.cartographers.state import State
from engine.contract import Level
from engine.randomness import Shuffler
from engine.runner import Run, play_game
from games.cartographers.shelf.components import SetWithCards
from games.catalog.shelves import Data

GAMES: Final[Mapping[Level, int]] = {Level.APPRENTICE: 400, Level.SURVEYOR: 800, Level.ROYAL: 40}
"""Number of games per level. A game of the highest level takes 30 to 50 times as long as one of the others."""


class GameResult(NamedTuple):
    """Result of a game.

    `cards` are edicts A to D as positions in the set's scoring cards, and `earned` their stars. `turns` counts the
    shapes that the player drew, and `singles` those of them that had to be a single square. `uses` counts the uses of
    each of the set's skills.
    """

    level: str
    cards: tuple[int, ...]
    earned: tuple[int, ...]
    coins: int
    losses: int
    turns: int
    singles: int
    empty: int
    uses: tuple[int, ...] = ()

    @property
    def score(self) -> int:
        """Final score."""
        return sum(self.earned) + self.coins - self.losses


def games_of_set(of: SetWithCards) -> Data:
    """Return the set and the number of its games as JSON. It changes whenever a result might."""
    return {
        "definition": definition_to_json(of.definition(of.sheets[0])),
        "sheets": [sheet_to_json(sheet) for sheet in of.sheets],
        "edicts": list(of.edicts),
        "games": {level.value: count for level, count in GAMES.items()},
    }


def count_games(tried: Data) -> int:
    """Return the number of games of all levels."""
    return sum(tried["games"].values())


def play_set(tried: Data, number: int) -> GameResult:
    """Play the game with a number from 0; those of the first level come first."""
    level, number = _level_and_number(tried["games"], number)
    sheets = tried["sheets"]
    definition = _definition(json.dumps(tried["definition"]), json.dumps(sheets[number % len(sheets)]))
    rng = Shuffler(hashlib.sha256(f"balance report {number}".encode()).digest())
    setup = Setup(definition, tuple(tried["edicts"]))
    return _result(level, play_game(RULES, setup, [lambda view, ask: RULES.plan_command(view, ask, level, None)], rng))


def _level_and_number(games: Mapping[str, int], number: int) -> tuple[Level, int]:
    for level, count in games.items():
        if number < count:
            return Level(level), number
        number -= count
    raise ValueError("the report has no game with this number")


@lru_cache(maxsize=8)
def _definition(definition: str, sheet: str) -> Definition:
    return replace(definition_from_json(json.loads(definition)), sheet=sheet_from_json(json.loads(sheet)))


def _result(level: Level, run: Run[State, Event]) -> GameResult:
    state = run.state
    positions = {card.id: position for position, card in enumerate(state.definition.pool)}
    drawn = [event for event in run.events if isinstance(event, Drawn)]
    scores = [season[0] for season in state.scores]
    earned = dict.fromkeys(Edict, 0)
    for season, score in zip(state.definition.seasons, scores, strict=True):
        for edict, stars in zip(season.edicts, score.edicts, strict=True):
            earned[edict] += stars
    return GameResult(
        level=level.value,
        cards=tuple(positions[card.id] for card in state.edicts),
        earned=tuple(earned.values()),
        coins=sum(score.coins for score in scores),
        losses=sum(score.losses for score in scores),
        turns=len(drawn),
        singles=sum(event.forced is not Forced.NO for event in drawn),
        empty=state.boards[0].empty.bit_count(),
        uses=tuple(sum(event.skill == skill.id for event in drawn) for skill in state.definition.skills),
    )


def read_results(results: list[Any]) -> list[GameResult]:
    """Return stored results."""
    return [GameResult(*result) for result in results]
