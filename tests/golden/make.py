"""Make the golden games from their seeds: `python -m tests.golden.make [names]`.

Remake a file only if a rule was wrong or the record format has changed, and say which in the commit: these games exist
to show that stored games replay forever.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.cartographers.commands import Draw
from engine.cartographers.game import RULES
from engine.cartographers.notation import whole_board_text
from engine.cartographers.rules.setup import Setup
from engine.cartographers.state import State
from engine.contract import Seat
from engine.randomness import Shuffler, commitment
from tests.engine.tools import Game, OncePlayed, seed_of
from tests.golden.players import PLAYERS
from tests.golden.recipes import RECIPES, Recipe

HERE = Path(__file__).resolve().parent


def play(recipe: Recipe) -> Game:
    """Play the game of a recipe."""
    rng = Random(recipe.seed)
    setup = Setup(recipe.definition(), tuple(recipe.edicts))
    game = Game(setup, recipe.seats, Shuffler(seed_of(recipe.seed)), OncePlayed())
    while not game.state.over:
        drawn = [seat for seat, drawing in enumerate(game.state.answers) if drawing]
        if drawn and rng.random() < recipe.retakes:
            game.take_back(rng.choice(drawn))
            continue
        ask = rng.choice(game.open_asks)
        player = PLAYERS[recipe.players[ask.seat % len(recipe.players)]]
        if game.state.choice:
            game.do(game.any_answer(rng, ask))
            continue
        game.do(Draw(ask.seat, ask.turn, player(game.state, ask, game.offer(ask.seat), rng)))
    return game


def record(recipe: Recipe) -> dict[str, Any]:
    """Return the record of a game as in docs/record.md, plus the result it must have."""
    game, seed = play(recipe), seed_of(recipe.seed)
    events = [
        {"number": number, "kind": kind, "data": data}
        for number, (kind, data) in enumerate(map(RULES.encode, game.events), 1)
    ]
    return {
        "format": "carto-game",
        "version": 1,
        "game": "cartographers",
        "about": recipe.about,
        "seats": [f"Player {number}" for number in range(1, recipe.seats + 1)],
        "commitment": commitment(seed),
        "seed": seed.hex(),
        "expected": outcome(game.state),
        "events": events,
    }


def outcome(state: State) -> dict[str, Any]:
    """Return every result of a finished game, as text and numbers."""
    standings = RULES.standings(state)
    return {
        "boards": [whole_board_text(board) for board in state.boards],
        "coins": list(state.coins),
        "scores": [
            [{"edicts": list(score.edicts), "coins": score.coins, "losses": score.losses} for score in season]
            for season in state.scores
        ],
        "totals": [state.total(Seat(seat)) for seat in range(state.seats)],
        "standings": [
            {"seat": place.seat, "rank": place.rank, "stars": place.score, "tie_break": str(place.tie_break)}
            for place in standings.places
        ],
        "rating": standings.rating,
        "title": standings.title,
    }


def text(game: dict[str, Any]) -> str:
    """Return a record in its file format: one line per key and per event."""
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in game.items() if key != "events"]
    events = ",\n".join(json.dumps(event) for event in game["events"])
    return "{\n" + ",\n".join(lines) + ',\n"events": [\n' + events + "\n]}\n"


def main(names: Sequence[str]) -> None:
    """Write the named games, or all of them."""
    for recipe in RECIPES:
        if not names or recipe.name in names:
            path = HERE / f"{recipe.name}.json"
            path.write_text(text(record(recipe)), "utf-8")
            print(path.name)  # noqa: T201 - a command


if __name__ == "__main__":
    main(sys.argv[1:])
