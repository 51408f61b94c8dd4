"""Make the golden games of Gisborne from their seeds: `python -m tests.golden.gisborne.make [names]`.

Remake a file only if a rule was wrong or the record format has changed, and say which in the commit.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from engine.contract import Ask
from engine.gisborne.cards import steps_of
from engine.gisborne.catalog import gisborne
from engine.gisborne.commands import Command, Keep, Lay, TakeBack
from engine.gisborne.definition import LaidNumbers
from engine.gisborne.events import Event
from engine.gisborne.game import RULES
from engine.gisborne.plays import find_plays
from engine.gisborne.rules.setup import Setup
from engine.gisborne.state import State
from engine.gisborne.view import KeepDesk, LayDesk, View
from engine.randomness import Shuffler, commitment
from engine.runner import advance, begin
from tests.engine.gisborne_games import random_answer, seed_of
from tests.golden.make import text

HERE = Path(__file__).resolve().parent


def hoard(view: View, ask: Ask, rng: Random) -> Command:
    """Collect cards: keep all of them, and lay the tent or a single card."""
    match view.desk:
        case KeepDesk():
            return Keep(ask.seat, ask.id, 0)
        case LayDesk(hand=hand):
            return Lay(ask.seat, ask.turn, (), tent=True) if rng.random() < 0.8 else Lay(ask.seat, ask.turn, hand[:1])
        case _:
            return random_answer(view, ask, rng)


def hurry(view: View, ask: Ask, rng: Random) -> Command:
    """Lay as many steps as the hand allows, and put all cards of scorings away."""
    match view.desk:
        case KeepDesk(dealt=dealt):
            return Keep(ask.seat, ask.id, dealt)
        case LayDesk(hand=hand, mixed=mixed):
            plays = find_plays(hand, view.definition.most_cards, mixed=mixed)
            return Lay(ask.seat, ask.turn, max(plays, key=steps_of))
        case _:
            return random_answer(view, ask, rng)


# The stand-in is not among them: it may become better, and these games stay.
PLAYERS: dict[str, Callable[[View, Ask, Random], Command]] = {
    "absent": lambda view, ask, _: RULES.fallback(view, ask),
    "hoard": hoard,
    "hurry": hurry,
    "random": random_answer,
}


@dataclass(frozen=True)
class Recipe:
    """A game: its name, what it shows, the number of its seed, its players by seat, and the switches of its box."""

    name: str
    about: str
    seed: int
    players: tuple[str, ...]
    numbers: LaidNumbers = LaidNumbers.BEHIND
    final_scorings: int = 1
    retakes: float = 0.0


RECIPES = (
    Recipe("three", "three seats, one of them absent", 1, ("random", "hurry", "absent")),
    Recipe("four", "four seats that take plays back", 2, ("random", "hurry", "random", "random"), retakes=0.2),
    Recipe("five", "five seats, numbers hidden", 3, ("random",) * 5, LaidNumbers.HIDDEN, retakes=0.1),
    Recipe("five_crowded", "five seats that push one another", 7, ("hurry", "random", "hurry", "random", "random")),
    Recipe("five_dry", "the pile runs dry", 5, ("hoard", "hoard", "hoard", "hoard", "random")),
    Recipe("three_twice", "two scorings at the beach", 6, ("random", "hurry", "random"), final_scorings=2),
    Recipe("four_tie", "a tie for the first place", 5, ("hurry", "random", "random", "hurry")),
)


def play(recipe: Recipe) -> tuple[list[Event], State]:
    """Play the game of a recipe."""
    rng, shuffler = Random(recipe.seed), Shuffler(seed_of(recipe.seed))
    box = replace(gisborne(), laid_numbers=recipe.numbers, final_scorings=recipe.final_scorings)
    events, state = begin(RULES, Setup(box), len(recipe.players), shuffler)
    while asks := RULES.asks(state):
        undoable = [ask for ask in asks if ask.answered and ask.withdrawable]
        if undoable and rng.random() < recipe.retakes:
            command: Command = TakeBack(undoable[0].seat, undoable[0].id)
        else:
            ask = rng.choice([ask for ask in asks if not ask.answered])
            command = PLAYERS[recipe.players[ask.seat]](RULES.view(state, ask.seat), ask, rng)
        run = advance(RULES, state, command, shuffler)
        events, state = events + run.events, run.state
    return events, state


def record(recipe: Recipe) -> dict[str, Any]:
    """Return the record of a game as in docs/record.md, plus the result it must have."""
    (events, state), seed = play(recipe), seed_of(recipe.seed)
    return {
        "format": "carto-game",
        "version": 1,
        "game": "gisborne",
        "about": recipe.about,
        "seats": [f"Player {number}" for number in range(1, len(recipe.players) + 1)],
        "commitment": commitment(seed),
        "seed": seed.hex(),
        "expected": outcome(state),
        "events": [
            {"number": number, "kind": kind, "data": data}
            for number, (kind, data) in enumerate(map(RULES.encode, events), 1)
        ],
    }


def outcome(state: State) -> dict[str, Any]:
    """Return every result of a finished game, as texts and numbers."""
    return {
        "way": list(state.way.tiles),
        "at": list(state.at),
        "arrived": list(state.arrived),
        "chests": [{"cards": len(chest.cards), "chips": list(chest.chips)} for chest in state.chests],
        "rounds": state.round.number,
        "standings": [
            {"seat": place.seat, "rank": place.rank, "points": place.score, "tie_break": str(place.tie_break)}
            for place in RULES.standings(state).places
        ],
    }


def main(names: Sequence[str]) -> None:
    """Write the named games, or all of them."""
    for recipe in RECIPES:
        if not names or recipe.name in names:
            (HERE / f"{recipe.name}.json").write_text(text(record(recipe)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
