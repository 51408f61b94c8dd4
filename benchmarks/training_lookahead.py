"""Games in which the search judges drawings, so that one ply learns to judge them alike.

The games are played by one ply with the present weights, and with some careless drawings, so that boards of all kinds
are judged. In a share of the turns the better drawings, and some others, are played on in the same futures.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.training_games import SCHEDULE, SHEETS
from engine.cartographers.commands import Command, Draw
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.notation import Placement
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.player import Budget
from engine.cartographers.players.search import Search
from engine.cartographers.players.value import (
    LOSSES,
    MOUNTAINS,
    ROOM,
    BoardValue,
    Moment,
    RatedPlacement,
    circumstances_of,
    moment_of,
    value_of,
)
from engine.cartographers.players.weights import KNOTS, Weights, knot_shares
from engine.cartographers.position import Position
from engine.cartographers.view import Desk, View
from engine.contract import Ask
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import advance, begin

Numbers: TypeAlias = NDArray[np.floating[Any]]

SHARE = 0.4
"""Share of the drawings of a solo game that are judged; with more seats as many in all."""
PLAYOUTS = 120
"""Playouts for each of them."""
OTHERS, OTHERS_RANK = 4, 20.0
"""Drawings that are judged besides the candidates of the search, and their mean rank."""
CLEAN = 4
"""One of so many games has no careless drawings."""
CARELESS, ANYTHING, RANK = 0.15, 0.3, 6.0
"""Share of careless drawings in the others; share of these that may be any; and mean rank of the rest."""


@dataclass(frozen=True, slots=True)
class Lookahead:
    """Judgement of the search on some drawings of one turn.

    `features` has, by the key of its weights, a row for each drawing: every feature at every knot, less their mean.
    `errors` are the stars by which the search expects more of a drawing than one ply does, less their mean.
    """

    features: Mapping[Hashable, Numbers]
    errors: Numbers


def play_ahead(number: int, seed: int, weights: Weights) -> Iterator[Lookahead]:
    """Play the game with a number, by the present weights, and yield what the search judges."""
    preset, seats = SCHEDULE[number % len(SCHEDULE)]
    rng = Random(f"{seed}/ahead {number}")
    shuffler, player = Shuffler(rng.randbytes(SEED_BYTES)), OnePly(weights)
    careless = CARELESS if number % CLEAN else 0.0
    setup = setup_of(replace(PRESETS[preset], sheet=rng.choice(SHEETS[preset])))
    state = begin(RULES, setup, seats, shuffler).state
    while asks := [ask for ask in RULES.asks(state) if not ask.answered]:
        view = RULES.view(state, asks[0].seat)
        if view.desk and view.desk.subject == asks[0].seat and rng.random() < SHARE / seats:
            found = _look_ahead(view, view.desk, weights, rng)
            if found:
                yield found
        state = advance(RULES, state, _command(view, asks[0], player, careless, rng), shuffler).state


def _command(view: View, ask: Ask, player: OnePly, careless: float, rng: Random) -> Command:
    """Return the player's command, or a careless drawing."""
    if view.desk is None or rng.random() >= careless:
        return player.choose(view, ask)
    side = 1 if view.desk.subject == ask.seat else -1
    rated = sorted(player.rate_placements(view, view.desk), key=lambda each: -side * each.value)
    mean_rank = len(rated) if rng.random() < ANYTHING else RANK
    return Draw(ask.seat, ask.turn, _pick(rated, mean_rank, rng).placement)


def _pick(rated: Sequence[RatedPlacement], mean_rank: float, rng: Random) -> RatedPlacement:
    return rated[int(rng.expovariate(1 / mean_rank)) % len(rated)]


def _look_ahead(view: View, desk: Desk, weights: Weights, rng: Random) -> Lookahead | None:
    """Return the judgement on some drawings of a turn, or None if the search adds nothing to one ply."""
    moment = moment_of(view)
    assert moment is not None, "a season is being played"
    value = value_of(view, weights)
    rated = sorted(value.rate(desk.position, desk.offer, moment), key=lambda each: -each.value)
    others = list({_pick(rated, OTHERS_RANK, rng).placement: None for _ in range(OTHERS)})
    search = Search(weights, rng.randbytes(SEED_BYTES))
    found = [each for each in search.rate_placements(view, desk, Budget(playouts=PLAYOUTS), others) if each.playouts]
    if len(found) < 2:
        return None
    positions = [_after(desk, each.placement) for each in found]
    errors = [each.value - value.value(after, moment) for each, after in zip(found, positions, strict=True)]
    return Lookahead(_features(value, circumstances_of(view), positions, moment), _centred(errors))


def _after(desk: Desk, placement: Placement) -> Position:
    return desk.position.after(desk.position.drawing(desk.offer, placement))


def _features(
    value: BoardValue, circumstances: str, positions: Sequence[Position], moment: Moment
) -> dict[Hashable, Numbers]:
    scorings = [(season, left) for season, left in value.scorings(moment) if left]
    boards = [position.board.layers for position in positions]
    rooms = [ROOM.measure(layers) for layers in boards]
    features: dict[Hashable, Numbers] = {}
    for number, card in enumerate(value.edicts):
        times = [left for season, left in scorings if number in value.edicts_of(season)]
        if times:
            every = [each for clause in value.clauses[number] for each in clause]
            rows = [
                [*(feature for each in every for feature in each.measure(layers)), *room]
                for layers, room in zip(boards, rooms, strict=True)
            ]
            features[card.clauses] = _at_knots(rows, times)
    for event, whole in (("coins", MOUNTAINS), ("losses", LOSSES)):
        rows = [[*whole.measure(layers), *room] for layers, room in zip(boards, rooms, strict=True)]
        features[f"{event}, {circumstances}"] = _at_knots(rows, [left for _, left in scorings])
    return features


def _at_knots(rows: Sequence[Sequence[float]], times: Sequence[int]) -> Numbers:
    """Return rows of features as far as they count at each knot, if they are scored after some times."""
    shares = np.zeros(len(KNOTS) - 1)
    for left in times:
        for row, share in knot_shares(left):
            shares[row] += share
    return _centred([np.outer(shares, row).ravel() for row in rows])


def _centred(rows: object) -> Numbers:
    found: Numbers = np.array(rows, dtype=np.float64)
    found -= found.mean(axis=0)
    return found
