"""Games for the tests of players: with made-up cards, and played to the end by a player."""

from dataclasses import replace
from random import Random

from engine.cartographers.cards import CardShape, ExploreCard
from engine.cartographers.game import RULES
from engine.cartographers.players.player import UNLIMITED, Budget, Player
from engine.cartographers.rules.setup import Setup
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Terrain
from engine.randomness import Shuffler
from tests.engine.made_up_clauses import random_card
from tests.engine.mixes import PRESETS
from tests.engine.tools import Game, seed_of

WIDE = ExploreCard(
    "wide", "Wide", 2, (Terrain.FOREST, Terrain.VILLAGE), (CardShape(Shape.from_rows(["#########"]), coin=True),)
)
"""A made-up card with a shape that is longer than any published one."""


def made_up_game(number: int) -> Game:
    """A game with made-up scoring cards and shapes, with a preset's other parts, for one or two seats."""
    rng = Random(number)
    pool = tuple(random_card(rng, each) for each in range(8))
    base = tuple(PRESETS.values())[number % 3].definition()
    edicts = tuple(card.id for card in pool[:4])
    setup = Setup(replace(base, pool=pool, explore=(*base.explore, WIDE)), edicts)
    return Game(setup, 1 + number % 2, Shuffler(seed_of(number)))


def finish(game: Game, player: Player, rng: Random, share: float = 1.0, budget: Budget = UNLIMITED) -> set[str]:
    """Play a game to its end, a share of the answers by a player, and return the kinds of its asks."""
    kinds = set()
    while not game.state.over:
        ask = rng.choice(game.open_asks)
        if rng.random() < share:
            kinds.add(ask.kind)
            game.do(player.choose(RULES.view(game.state, ask.seat), ask, budget))
        else:
            game.anything(rng)
    return kinds
